"""One run for several pull requests: the worst verdict, naming each."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from checks.model import Review, State

WORST_FIRST = (State.NEEDS_REVISION, State.BLOCKED, State.READY)


def worst_of(reviews: Mapping[int, Review]) -> Review:
    """The worst review, with a headline that says where each pull request stands. Needs at least one."""
    ordered = sorted(reviews, key=lambda number: (WORST_FIRST.index(reviews[number].readiness.state), number))
    worst = reviews[ordered[0]]
    if len(ordered) == 1:
        return worst
    said = " ".join(f"In pull request {n}: {reviews[n].readiness.headline}" for n in ordered)
    return replace(worst, readiness=replace(worst.readiness, headline=said))
