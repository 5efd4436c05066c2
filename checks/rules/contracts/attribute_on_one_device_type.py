"""An attribute that one type of device has, and its siblings have not."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.facts.device_attributes import published_in
from checks.model import Defect, Evidence, Fact
from checks.packages import folder_of
from checks.proofs import at_fact, line_at
from checks.prose import listed
from checks.rule import OPTIONAL, rule
from checks.snapshot import Source


@rule(OPTIONAL, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A new attribute is published for one type of device, while other types publish theirs beside it.

    A selector or constraint on it fails for claims that may get a device of another type.

    Left alone: attributes that a shared function adds, those of a type that is new itself, and components
    with one type of device.

    Source: reviews of attributes that were later brought to the other types.
    """
    if fact.kind != "device-attribute-added":
        return
    own = {name.partition(".")[0] for name in fact.traits.get("on", "").split(", ") if "." in name}
    if len(own) != 1 or any("." not in name for name in fact.traits.get("on", "").split(", ")):
        return
    others = _others(fact, own, context)
    if others and own & _publishing(context.snapshot.base, fact):
        named = listed(f"`{name}`" for name in sorted(others))
        message = (
            f"`{fact.symbol}` is published for `{next(iter(own))}` alone, and not for {named}. "
            "Add it there, or say why it is of no use there."
        )
        yield at_fact(fact, context, message, *others.values())


def _publishing(source: Source, fact: Fact) -> set[str]:
    """The types of the component that publish attributes at a commit."""
    published = published_in(source, folder_of(fact.path))
    return {name.partition(".")[0] for one in published for name in one.on.split(", ") if "." in name}


def _others(fact: Fact, own: set[str], context: Context) -> dict[str, Evidence]:
    """Other types of the component that publish attributes at the head, each with the line that shows it."""
    found: dict[str, Evidence] = {}
    for one in published_in(context.snapshot.head, folder_of(fact.path)):
        owners = {name.partition(".")[0] for name in one.on.split(", ") if "." in name}
        for owner in owners - own if one.sort == "attribute" else ():
            found.setdefault(owner, line_at(context.snapshot.head, one.path, one.line))
    return found
