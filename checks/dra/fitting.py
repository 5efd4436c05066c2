"""Which configuration is for which devices: what the plugin's code asks, and what a request's class gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from checks.context import Context
from checks.dra.claims import Request
from checks.dra.classes import kinds_of_class, known_class
from checks.dra.opaque import Api, api_of
from checks.dra.published import driver_folders
from checks.facts.sides import GoSide
from checks.manifests import Manifest
from checks.pattern import lazy

if TYPE_CHECKING:
    from checks.parse.go import GoFile

WANTED = lazy(r"\.\w*[Tt]ype(?:\(\))?!=([\w.]+)$")


def given_by(request: Request, manifest: Manifest, context: Context) -> str | None:
    """The one word that tells the kind of the devices that a request's class gives; None where unsure."""
    made = known_class(request.class_name, manifest, context)
    kinds = kinds_of_class(made, context) if made else []
    words = {w for k in kinds for w in k.fixed.values()}
    return words.pop() if len(kinds) == 1 and len(words) == 1 else None


def wanted_by(context: Context) -> Mapping[str, str]:
    """For each kind of configuration the word of the devices that the plugin's type switch asks for."""
    return context.snapshot.head.once("kinds of configs", "", lambda: _read(context))


def _read(context: Context) -> dict[str, str]:
    side = GoSide(context.snapshot.head)
    api = api_of(context.snapshot.head, context.profile)
    found: dict[str, str] = {}
    for folder in driver_folders(context.snapshot.head, context.profile):
        for file in side.packages.mentioning(folder, ".(type)"):
            found |= _in_file(side, file, api)
    return found


def _in_file(side: GoSide, file: GoFile, api: Api) -> dict[str, str]:
    found: dict[str, str] = {}
    for case in file.find("type_case"):
        kinds = [file.flat(t).lstrip("*").rpartition(".")[2] for t in case.children_by_field_name("type")]
        for test in file.find("if_statement", within=case):
            said = WANTED.search(file.flat(test.child_by_field_name("condition")))
            right = test.child_by_field_name("condition")
            word = (
                file.string(right.child_by_field_name("right"), lambda name: side.packages.string(file, name))
                if said and right
                else None
            )
            if word and len(kinds) == 1 and kinds[0] in api.kinds and "return" in file.text(test):
                found[kinds[0]] = word
    return found
