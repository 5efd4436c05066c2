"""Whether a change touches lines: found by bisection, meant as a look at every hunk."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from checks.snapshot import Change, Hunk

STEPS = st.lists(st.tuples(st.integers(1, 4), st.integers(0, 3), st.integers(0, 3)), max_size=8)


def hunks_of(steps: list[tuple[int, int, int]]) -> tuple[Hunk, ...]:
    """Hunks as git writes them: in order, apart, and on the line before where one side has none."""
    old = new = 1
    found = []
    for gap, removed, added in steps:
        old, new = old + gap, new + gap
        if removed or added:
            at = (old if removed else old - 1, removed, new if added else new - 1, added)
            found.append(Hunk(*at))
        old, new = old + removed, new + added
    return tuple(found)


@given(STEPS, st.integers(1, 30), st.integers(0, 6))
def test_touches_is_what_a_look_at_every_hunk_says(
    steps: list[tuple[int, int, int]], first: int, more: int
) -> None:
    hunks, last = hunks_of(steps), first + more
    change = Change("M", "a", "a", hunks)
    lines = range(first, last + 1)
    assert change.touches_head(first, last) == any(
        n in lines for h in hunks for n in range(h.new_line, h.new_line + h.new_count)
    )
    assert change.touches_base(first, last) == any(
        n in lines for h in hunks for n in range(h.old_line, h.old_line + h.old_count)
    )
