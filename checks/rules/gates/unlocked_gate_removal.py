"""A gate that goes before it was locked."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect, Fact
from checks.proofs import at_fact
from checks.rule import OPTIONAL, rule

STABLE = ("GA", "Stable")


@rule(OPTIONAL, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A stable gate is removed that was never locked to its default.

    Whoever still sets it gets an error at start after the upgrade, without a release in which the setting
    was merely without effect.

    Left alone: gates of lower stages, which may go at any time, and those that were locked.

    Source: the lifecycle of Kubernetes' feature gates, which the project follows.
    """
    if fact.kind != "feature-gate-removed":
        return
    if fact.traits.get("stage") not in STABLE or fact.traits.get("locked") == "true":
        return
    message = (
        f"`{fact.symbol}` is stable and was never locked to its default. "
        "Lock it for a release first, so that installations that set it still start."
    )
    yield at_fact(fact, context, message)
