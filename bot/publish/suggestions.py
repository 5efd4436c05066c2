"""Suggestions that GitHub can commit: on the very lines, with the file's line ends, and no command inside."""

from __future__ import annotations

import re

from bot.publish.escape import sendable
from checks.model import Suggestion
from checks.snapshot import Change, Snapshot

COMMAND = re.compile(r"^\s*/", re.M)


def suggestion_block(
    suggestion: Suggestion | None, lines: tuple[int | None, int | None], snapshot: Snapshot
) -> str | None:
    """A suggestion in a fence longer than any run of backticks inside; None where GitHub could not commit it.

    It replaces the lines of the comment, so those must be its own, without a deleted line between them. A
    line with a slash first would be read as a command by whatever listens in the thread.
    """
    if suggestion is None or sendable(suggestion.text) != suggestion.text:
        return None
    if lines != (suggestion.line, suggestion.end_line):
        return None
    if COMMAND.search(suggestion.text) or _crosses_deletion(suggestion, snapshot.changed(suggestion.path)):
        return None
    text = snapshot.head.text(suggestion.path)
    ending = "\r\n" if text is not None and text.crlf else "\n"
    longest = max((len(run) for run in re.findall(r"`+", suggestion.text)), default=2)
    fence = "`" * max(3, longest + 1)
    content = suggestion.text.replace("\n", ending)
    return f"{fence}suggestion\n{content}{ending}{fence}"


def _crosses_deletion(suggestion: Suggestion, change: Change | None) -> bool:
    """Whether lines were deleted between the suggestion's first and last; GitHub commits none such."""
    gaps = (
        (h.new_line if h.new_count else h.new_line + 1 for h in change.hunks if h.old_count) if change else ()
    )
    return any(suggestion.line < gap <= suggestion.end_line for gap in gaps)
