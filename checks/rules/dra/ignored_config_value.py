"""A setting that is compared with known words is one of them."""

from __future__ import annotations

from checks.context import Context
from checks.dra.accepted import words_of
from checks.dra.opaque import Api, Value, api_of, config_defect, config_uses, is_literal, values_of
from checks.packages import folder_of
from checks.prose import listed
from checks.rule import CONFIGS, OPTIONAL, Found, rule


@rule(OPTIONAL, Context, among=CONFIGS)
def check(context: Context, _: Context) -> Found:
    """Finds a text setting without validation whose value is none of the words that constants of its name
    hold, such as an allocation mode in small letters.

    Nothing refuses it, and the driver falls back to its default. Source: the constants beside the API types,
    at the head.
    """
    for use in config_uses(context):
        api = api_of(context.snapshot.head, context.profile)
        for value in values_of(use, api):
            plain = value.node.kind == "scalar" and value.field.type.lstrip("*") == "string"
            words = _named_after(value, api) if plain and is_literal(use, value.node) else set()
            if len(words) > 1 and value.node.text and value.node.text not in words:
                known = listed([f"`{w}`" for w in sorted(words)], "or")
                message = (
                    f"`{value.path[-1]}` is {known}; `{value.node.text[:80]}` counts as if it were not set."
                )
                yield config_defect(use, value.node, message, context, about=".".join(value.path))


def _named_after(value: Value, api: Api) -> set[str]:
    if words_of(api, value.field.type, value.struct) or api.side is None:
        return set()
    found: set[str] = set()
    for file in api.side.packages.mentioning(folder_of(value.struct.file.path), value.field.name):
        for one in file.constants:
            if value.field.name in one.name and one.name != value.field.name:
                text = file.string(one.expression)
                found |= {text} if text else set()
    return found
