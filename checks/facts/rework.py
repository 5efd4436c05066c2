"""Large changes to what processes on several nodes do together, whose effect no single contract tells."""

from __future__ import annotations

from collections.abc import Iterator

from checks.functions import Pair, changed_functions
from checks.globs import matches
from checks.model import Fact, Side
from checks.snapshot import Hunk, Snapshot
from config.profile import Profile

MOST_LINES = 350  # of functions; the largest fixes and clean-ups known stay below, new protocols do not


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """`coordination-reworked`, of doubtful weight, at the function with most changed lines."""
    sized = [
        (_size(pair), pair) for pair in changed_functions(snapshot, profile) if _is_shared(pair, profile)
    ]
    total = sum(size for size, _ in sized)
    if total < MOST_LINES:
        return
    largest = max(sized, key=lambda one: one[0])[1]
    at = largest.head or largest.base
    if at:
        yield Fact(
            "coordination-reworked",
            at.file.path,
            at.function.line,
            largest.symbol,
            f"{total} lines of {len(sized)} functions of the coordination layer do something else",
            side=Side.HEAD if largest.head else Side.BASE,
            traits={"weight": "doubtful"},
        )


def _is_shared(pair: Pair, profile: Profile) -> bool:
    side = pair.head or pair.base
    return side is not None and matches(side.file.path, profile.contracts.coordination)


def _size(pair: Pair) -> int:
    """Added lines of a function that is there at the head, removed ones of a function that is gone."""
    side = pair.head or pair.base
    if side is None:
        return 0
    first, last = side.function.line, side.function.end_line
    return sum(_within(hunk, first, last, pair.head is not None) for hunk in side.change.hunks)


def _within(hunk: Hunk, first: int, last: int, at_head: bool) -> int:
    start, count = (hunk.new_line, hunk.new_count) if at_head else (hunk.old_line, hunk.old_count)
    return max(0, min(start + count - 1, last) - max(start, first) + 1)
