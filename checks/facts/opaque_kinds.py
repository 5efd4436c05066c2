"""Kinds of opaque configuration that the scheme or the webhook came to know, or forgot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from checks.facts.sides import GoSide, go_sides, pair
from checks.model import Fact, Side
from checks.snapshot import Snapshot
from config.profile import Profile

FILES = (".go",)

if TYPE_CHECKING:
    from checks.parse.go import GoFile


class Known(Struct, frozen=True):
    """A kind where a scheme or a webhook names it."""

    name: str
    path: str
    line: int


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """`opaque-kind-*` for what `AddKnownTypes` names, `webhook-kind-*` for type switches of the webhook.

    Kinds with metadata are objects of their own, not configuration inside a claim.
    """
    contracts = profile.contracts
    observed = (("opaque", contracts.api_types, _in_scheme), ("webhook", contracts.webhook, _in_webhook))
    for sort, globs, read in observed:
        base, head = go_sides(snapshot, profile, globs)
        kinds = pair((base, read(base)), (head, read(head)), lambda k: k.name)
        for new in kinds.added:
            yield Fact(f"{sort}-kind-added", new.path, new.line, new.name)
        for old in kinds.removed:
            yield Fact(f"{sort}-kind-removed", old.path, old.line, old.name, side=Side.BASE)


def _in_scheme(side: GoSide) -> Iterator[Known]:
    for file in side.files:
        for call in file.calls() if file.mentions("AddKnownTypes") else ():
            if call.method == "AddKnownTypes":
                for argument in call.arguments[1:]:
                    literal = file.literal(argument)
                    if literal and _is_opaque(side, file, literal.type):
                        yield Known(literal.type, file.path, literal.line)


def _is_opaque(side: GoSide, file: GoFile, name: str) -> bool:
    found = side.packages.type(file, name)
    embedded = {e.lstrip("*").rpartition(".")[2] for e in found[1].embeds} if found else set()
    return bool(embedded) and not embedded & {"ObjectMeta", "ListMeta"}


def _in_webhook(side: GoSide) -> Iterator[Known]:
    for file in side.files:
        for case in file.find("type_case") if file.mentions(".(type)") else ():
            for type_ in case.children_by_field_name("type"):
                name = file.flat(type_).lstrip("*")
                if type_.is_named and "." in name and _is_opaque(side, file, name):
                    yield Known(name.rpartition(".")[2], file.path, file.line(type_))
