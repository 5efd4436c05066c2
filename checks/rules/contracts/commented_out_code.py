"""Code that is kept as a comment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.context import Context
from checks.functions import product_go
from checks.model import Defect
from checks.parse.text import Text
from checks.pattern import lazy
from checks.proofs import line_at
from checks.prose import abridged
from checks.rule import CODE, OPTIONAL, rule
from checks.snapshot import Change

COMMENT = lazy(r"^\s*//(?P<words>.*)$")
AS_CODE = lazy(
    r"^\s*(?:\}|\}?\s*else\b.*\{|return\b.*|if\b.*\{|for\b.*\{|func\b.*\{|switch\b.*\{|case\b.*:|defer\b.*\)"
    r"|[\w.,\s\[\]]+\s:?=\s.*|[\w.]+\([^()]*(?:\([^()]*\)[^()]*)*\)|\),?|\w+:\s+[\w.\"&]+.*,)\s*$"
)
LONGEST = 300  # characters of a line that are looked at
SHORTEST = 5  # lines of a run
MOST_NAMED = 4
MOSTLY = 0.8  # of the lines of a run


@rule(OPTIONAL, Context, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """The change adds a run of comment lines that are Go code.

    History keeps what was there; a reader cannot tell whether such code is a plan, a reserve or forgotten.

    Left alone: prose with an example in it, documentation above a declaration, and single lines.

    Source: reviews that ask to drop code which a change only comments out.
    """
    for change in product_go(context.snapshot, context.profile):
        text = context.snapshot.head.text(change.new_path) if change.new_path else None
        runs = list(_runs(text, change)) if text else []
        if text and runs:
            yield Defect(
                path=change.path,
                line=runs[0][0],
                message=f"Lines {abridged((f'{a} to {b}' for a, b in runs), MOST_NAMED)} are code that is "
                "commented out; drop it, or say when it comes back.",
                anchor=change.path,
                text=text.line(runs[0][0]).strip(),
                evidence=tuple(line_at(context.snapshot.head, change.path, a) for a, _ in runs[:MOST_NAMED]),
            )


def _runs(text: Text, change: Change) -> Iterator[tuple[int, int]]:
    """First and last line of each added run of comments that is mostly code."""
    run: list[tuple[int, str]] = []
    for number, line in enumerate((*text.lines, ""), 1):
        found = COMMENT.match(line) if change.touches_head(number) else None
        if found and not found["words"].startswith("go:"):
            run.append((number, found["words"][:LONGEST]))
            continue
        said = [words for _, words in run if words.strip()]
        if len(said) >= SHORTEST and sum(bool(AS_CODE.match(w)) for w in said) >= MOSTLY * len(said):
            yield run[0][0], run[-1][0]
        run = []
