"""A configuration goes to requests for the devices that it is for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checks.context import Context
from checks.dra.claims import Request
from checks.dra.classes import kinds_of_class, known_class
from checks.dra.opaque import Api, ConfigUse, api_of, config_defect, config_uses
from checks.dra.published import driver_folders
from checks.facts.sides import GoSide
from checks.rule import BLOCKING, Found, rule

if TYPE_CHECKING:
    from checks.parse.go import GoFile

WANTED = re.compile(r"\.\w*[Tt]ype(?:\(\))?!=([\w.]+)$")


@rule(BLOCKING, Context)
def check(context: Context, _: Context) -> Found:
    """Finds a configuration that names a request whose class gives devices of another kind.

    The driver refuses it when the devices are prepared. A configuration that names no request goes to those
    that it fits, and is left alone. Source: the check of the kinds in the plugin, and the classes of the
    chart, at the head.
    """
    for use in config_uses(context):
        api = api_of(context.snapshot.head, context.profile)
        if not use.requests or use.claim is None or use.kind not in api.drivers:
            continue
        wanted = _wanted(context, api)
        for request in use.claim.named_by(use.entry):
            given = _given(request, use, context)
            if given and wanted and _is_wrong(use.kind, given, wanted):
                message = (
                    f"`{use.kind}` cannot be applied to the request `{request.full_name}`: its class "
                    f"`{request.class_name}` gives devices of the kind `{given}`."
                )
                yield config_defect(use, use.requests[0], message, context, about=request.full_name)


def _is_wrong(kind: str, given: str, wanted: dict[str, str]) -> bool:
    """Whether the kind is known to ask for others, or these devices to belong to another kind."""
    if kind in wanted:
        return wanted[kind] != given
    return given in wanted.values()


def _given(request: Request, use: ConfigUse, context: Context) -> str | None:
    """The one word that tells the kind of the devices that a request's class gives."""
    made = known_class(request.class_name, use.manifest, context)
    kinds = kinds_of_class(made, context) if made else []
    words = {w for k in kinds for w in k.fixed.values()}
    return words.pop() if len(kinds) == 1 and len(words) == 1 else None


def _wanted(context: Context, api: Api) -> dict[str, str]:
    head = context.snapshot.head
    return head.once("kinds of configs", "", lambda: _read(context, api))


def _read(context: Context, api: Api) -> dict[str, str]:
    """For each kind the word of the devices that the plugin's type switch asks for."""
    side = GoSide(context.snapshot.head)
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
