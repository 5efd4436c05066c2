"""What containers are given that they were not given before, or under other conditions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from checks.branches import conditions_for
from checks.functions import Pair, Side, changed_functions
from checks.model import Fact
from checks.snapshot import Snapshot
from config.profile import Profile

FILES = (".go",)

EDITS = ("DeviceNode", "Mount", "Hook")


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """`behavior-changed` with the aspect `container-edits`, once a function; of little weight alone.

    Device nodes, mounts and hooks of CDI specs count, in functions that were there before.
    """
    for pair in changed_functions(snapshot, profile):
        if pair.base and pair.head and not pair.is_huge:
            yield from _injected(pair, pair.base, pair.head)


def _injected(pair: Pair, base: Side, head: Side) -> Iterator[Fact]:
    old = Counter((what, when) for what, when, _ in _edits(base))
    for what, when, line in _edits(head):
        if not old[what, when]:
            detail = f"{what} {'when ' + when if when else 'without condition'}"
            traits = {"aspect": "container-edits", "weight": "light"}
            yield Fact("behavior-changed", head.file.path, line, pair.symbol, detail[:200], traits=traits)
            return
        old[what, when] -= 1


def _edits(side: Side) -> Iterator[tuple[str, str, int]]:
    for literal in side.file.literals(side.function.node):
        if literal.type.rpartition(".")[2] in EDITS:
            when = " and ".join(conditions_for(side, literal.node))
            yield side.file.flat(literal.node), when, literal.line
