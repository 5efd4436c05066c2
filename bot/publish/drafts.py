"""A draft as a comment shows it: fenced, to be copied, since an author's words stand in it as they are."""

from __future__ import annotations

import re

from bot.publish.escape import sendable

LARGEST = 60_000  # bytes, of the 65,536 characters that a comment may have
CUT = "(The draft is longer than a comment; `design-review draft` prints all of it.)"
FENCE = re.compile(r"^ {0,3}(`{3,})", re.M)
COMMAND = re.compile(r"^(?=\s*/)", re.M)


def draft_text(draft: str) -> str:
    """The draft in one fence, which nothing in it can close; no line in it is a command, by a word joiner."""
    kept = draft.encode("utf-8", "replace")[:LARGEST].decode("utf-8", "ignore")
    kept = COMMAND.sub("\N{WORD JOINER}", sendable(kept))
    longest = max((len(found[1]) for found in FENCE.finditer(kept)), default=3)
    fence = "`" * (max(longest, 3) + 1)
    said = f"A draft, to be copied and filled in:\n\n{fence}markdown\n{kept}\n{fence}"
    return said if len(draft.encode("utf-8", "replace")) <= LARGEST else f"{said}\n\n{CUT}"
