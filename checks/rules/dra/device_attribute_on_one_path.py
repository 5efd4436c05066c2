"""Every way to announce a device announces it alike."""

from __future__ import annotations

from checks.context import Context
from checks.dra.published import Offer, published
from checks.model import Fact
from checks.proofs import at_fact
from checks.rule import OPTIONAL, Found, rule


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Found:
    """Finds a new attribute or capacity that only one of several functions gives to the same kind of device.

    Which function announces a device depends on how the driver is set up, so a selector on the attribute
    works on some nodes and fails on others. What a function that all of them share gives passes, and so
    does what stands under a gate.

    Source: the functions that build devices for ResourceSlices at the head.
    """
    for fact in context.facts.of("device-*-added"):
        offer = _offer(fact, context)
        if offer is not None and offer.varies and not offer.gates:
            message = (
                f"Only one of the functions that announce this kind of device gives it `{fact.symbol}`; move "
                "it to what they share, or say where it is missing."
            )
            yield at_fact(fact, context, message)


def _offer(fact: Fact, context: Context) -> Offer | None:
    kinds = published(context.snapshot.head, context.profile).kinds
    sort = fact.kind.removeprefix("device-").removesuffix("-added")
    offers = (o for k in kinds for o in k.offers if o.sort == sort)
    return next((o for o in offers if (o.path, o.name) == (fact.path, fact.symbol.rpartition("/")[2])), None)
