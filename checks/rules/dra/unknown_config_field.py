"""Opaque configuration has the fields that the driver's types have."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from itertools import islice

from checks.context import Context
from checks.dra.opaque import Api, ConfigUse, GoStruct, api_of, config_defect, config_uses, values_of
from checks.parse.yaml import Entry, Node
from checks.proposed_names import proposes
from checks.rule import BLOCKING, CONFIGS, Found, rule

META = ("apiVersion", "kind")
MOST = 20  # of one configuration


@rule(BLOCKING, Context, among=CONFIGS)
def check(context: Context, _: Context) -> Found:
    """Finds fields that the Go type of the configuration does not have.

    The driver decodes strictly: an unknown field fails the claim when its devices are prepared, or in the
    webhook. Files that test this are left alone, and so is a field that the proposal around an example
    brings in. Source: the types in the API package, at the head.
    """
    for use in config_uses(context):
        api = api_of(context.snapshot.head, context.profile)
        if use.driver not in ("", api.drivers.get(use.kind)):
            continue
        for entry, known in islice(_unknown(use, api), MOST):
            if proposes(context, use.manifest.path, entry.key):
                continue
            near = get_close_matches(entry.key, sorted(known), 1, 0.6)
            hint = (
                f" Is `{near[0]}` meant?"
                if near
                else f" It has {', '.join(f'`{k}`' for k in sorted(known))}."
            )
            message = f"`{use.kind}` has no field `{entry.key[:80]}` here; strict decoding refuses it.{hint}"
            node = Node("scalar", entry.line, entry.column, entry.line)
            yield config_defect(use, node, message, context, about=entry.key)


def _unknown(use: ConfigUse, api: Api) -> Iterator[tuple[Entry, list[str]]]:
    struct, parameters = use.struct(api), use.parameters
    if struct is None or parameters is None:
        return
    maps: list[tuple[GoStruct, Node]] = [(struct, parameters)]
    for value in values_of(use, api):
        inner = api.struct(value.struct, value.field.type)
        if inner is not None and value.node.kind == "map":
            maps.append((inner, value.node))
    for around, node in maps:
        known = [*api.fields(around), *(META if around is struct else ())]
        for entry in node.entries if api.fields(around) else ():
            if entry.key not in known and "\ue000" not in entry.key:
                yield entry, known
