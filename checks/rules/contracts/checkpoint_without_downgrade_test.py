"""A checkpoint that changes without a test of the way up and down."""

from __future__ import annotations

from collections.abc import Iterable

from checks.companions import companions_of, files_of, has_moved
from checks.context import Context
from checks.model import Defect, Fact
from checks.proofs import at_fact, line_at
from checks.prose import abridged
from checks.rule import OPTIONAL, rule
from config.profile import Companion

MOST_NAMED = 3


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """The checkpoint of a component changes, or what is written into it, and no test that goes up and down a
    version moves with it.

    A unit test reads what it has just written; only an older checkpoint shows what an upgrade does.

    Left alone: projects without such tests, changes that touch them, and code that is moved or fills the same
    fields with other values.

    Source: the template: describe the upgrade test where the checkpoint schema changes.
    """
    snapshot = context.snapshot
    for companion in context.profile.contracts.companions:
        facts = _changes("checkpoint-*", companion, context)
        facts = facts or _changes("prepared-state-changed", companion, context)
        files = files_of(companion, snapshot) if facts and companion.by == "change" else []
        if files and not has_moved(companion, snapshot):
            symbols = list(dict.fromkeys(f"`{f.symbol}`" for f in facts))
            message = (
                f"The checkpoint changes in {abridged(symbols, MOST_NAMED)}, and no test shows what becomes "
                f"of one that the last release wrote: {companion.name} stand as before."
            )
            proof = line_at(snapshot.head, files[0], 1)
            yield at_fact(facts[0], context, message, proof, about="downgrade test")


def _changes(kind: str, companion: Companion, context: Context) -> list[Fact]:
    return [f for f in context.facts.of(kind) if companion in companions_of(f, context.profile)]
