"""Programs beside the coordination layer that begin or cease to elect a leader among their copies."""

from __future__ import annotations

from collections.abc import Iterator

from checks.facts.coordination import ELECTING, Trace, election
from checks.facts.sides import GoSide, go_sides, pair
from checks.globs import matches
from checks.model import Fact, Side
from checks.snapshot import Snapshot
from config.profile import Profile

FILES = (".go",)

WORD = "LeaderElectionConfig{"


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """`behavior-changed` with the aspect `leader-election`, once a program."""
    base, head = go_sides(snapshot, profile, profile.contracts.cli_flags)
    elected = pair(
        (base, _elections(base, profile)), (head, _elections(head, profile)), lambda t: t.component
    )
    for new in elected.added:
        if not _elects(base, new.component):
            yield _fact(new, "elects a leader now", Side.HEAD)
    for old in elected.removed:
        if not _elects(head, old.component):
            yield _fact(old, "no longer elects a leader", Side.BASE)


def _elections(side: GoSide, profile: Profile) -> list[Trace]:
    """The first election of each program that the changed files show."""
    files = [f for f in side.files if not matches(f.path, profile.contracts.coordination)]
    found = {t.component: t for f in reversed(files) for t in election(f) if not t.is_term}
    return list(found.values())


def _elects(side: GoSide, component: str) -> bool:
    return any(True for file in side.packages.mentioning(component, WORD) for _ in election(file))


def _fact(trace: Trace, detail: str, side: Side) -> Fact:
    traits = {"aspect": ELECTING}
    name = trace.component.rpartition("/")[2]
    return Fact("behavior-changed", trace.path, trace.line, name, detail, side=side, traits=traits)
