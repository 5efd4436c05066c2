"""Attributes that number the groups of one size which a device is in, as the publishing code names them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from checks.context import Context
from checks.dra.published import Offer, published
from checks.pattern import lazy

SIZE = lazy(r"size|count", re.I)
PLACE = "%d"


class SizedGroup(Struct, frozen=True):
    """A reading of such an attribute: how many devices the group holds, and what the code publishes."""

    size: int
    offer: Offer


def sized_group(domain: str, name: str, context: Context) -> SizedGroup | None:
    """The group that an attribute stands for, or None where it is no such attribute."""
    for offer, pattern in _offers(context):
        found = pattern.fullmatch(name) if offer.domain == domain else None
        if found:
            return SizedGroup(int(found[1]), offer)
    return None


def _offers(context: Context) -> tuple[tuple[Offer, re.Pattern[str]], ...]:
    return context.snapshot.head.once("sized groups", "", lambda: tuple(_read(context)))


def _read(context: Context) -> Iterator[tuple[Offer, re.Pattern[str]]]:
    """Attributes whose name ends in a number that the code calls a size or count."""
    offers = [o for k in published(context.snapshot.head, context.profile).kinds for o in k.offers]
    for offer in offers:
        if offer.sort != "attribute" or offer.name.count("%") != 1 or PLACE not in offer.name:
            continue
        text = context.snapshot.head.text(offer.path)
        made = re.search(rf"Sprintf\(\"{re.escape(offer.name)}\",\s*(\w+)\)", text.text) if text else None
        if made and SIZE.search(made[1]):
            yield offer, re.compile(re.escape(offer.name).replace(re.escape(PLACE), r"(\d{1,4})"))
