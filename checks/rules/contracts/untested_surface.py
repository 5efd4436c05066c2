"""A contract that moves without a test beside it."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.facts.shape import kind_of
from checks.model import Defect
from checks.proofs import at_fact
from checks.prose import abridged
from checks.rule import OPTIONAL, rule

SURFACE = (
    "api-field-added",
    "api-kind-added",
    "cli-flag-added",
    "helm-value-added",
    "device-attribute-added",
    "device-capacity-added",
    "checkpoint-field-added",
    "checkpoint-state-added",
    "feature-gate-added",
    "opaque-kind-added",
    "metric-added",
)
MOST_NAMED = 3


@rule(OPTIONAL, Context, preview=True)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """Something that users can set or see is added, and no test of any kind is in the change.

    Left alone: changes that touch a test or a job, and what only goes.

    Why it matters: what no test holds is changed by the next refactoring.

    Source: the test plan of the template; shown as a preview, since many such changes were accepted.
    """
    facts = list(context.facts.of(*SURFACE))
    tested = any(kind_of(c.path, context.profile.paths) in ("tests", "ci") for c in context.snapshot.changes)
    if facts and not tested:
        named = list(dict.fromkeys(f"`{f.symbol}`" for f in facts))
        message = f"No test goes with {abridged(named, MOST_NAMED)}."
        yield at_fact(facts[0], context, message, about="untested")
