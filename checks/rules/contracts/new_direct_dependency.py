"""A module that the project newly requires itself."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect, Fact
from checks.proofs import at_fact
from checks.rule import OPTIONAL, rule

USERS = {"product": "the product imports it", "nowhere": "nothing here imports it"}


@rule(OPTIONAL, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A module becomes a direct requirement.

    Somebody has to follow its releases and faults from now on, and its licence and its own requirements come
    with it.

    Left alone: indirect requirements, what was one before, bumps, vendored copies, what only tests import,
    and modules that proposals of the change name.

    Source: the process page counts external dependencies among what needs a proposal.
    """
    used = fact.traits.get("used", "")
    if fact.kind != "dependency-added" or used == "tests" or fact.traits.get("indirect") == "yes":
        return
    documents = (p.document.text.text for p in (*context.proposals, *context.linked))
    if any(fact.symbol in text for text in documents):
        return
    message = (
        f"`{fact.symbol}` {fact.after or ''} is a new direct dependency ({USERS.get(used, used)}). "
        "Say what it is for, and what was there to use instead."
    )
    yield at_fact(fact, context, message)
