"""Opaque configuration holds values that the driver's validation takes."""

from __future__ import annotations

from difflib import get_close_matches

from checks.context import Context
from checks.dra.accepted import bounds_of, words_of
from checks.dra.amounts import amount_faults
from checks.dra.opaque import Api, Value, api_of, config_defect, config_uses, is_literal, values_of
from checks.proposed_names import proposes
from checks.prose import listed
from checks.rule import BLOCKING, CONFIGS, Found, rule


@rule(BLOCKING, Context, among=CONFIGS)
def check(context: Context, _: Context) -> Found:
    """Finds words, numbers and amounts in a configuration that the driver's own code refuses, and keys by
    which it finds no device.

    The claim fails when its devices are prepared, or in the webhook. Only what the code compares a value with
    is known. Source: the `Validate` and `Normalize` methods of the API package, at the head.
    """
    for use in config_uses(context):
        api = api_of(context.snapshot.head, context.profile)
        for value in values_of(use, api):
            node = value.node
            if node.kind == "scalar" and is_literal(use, node) and node.plain() is not None:
                fault = _word_fault(value, api) or _number_fault(value, api)
                if fault and not proposes(context, use.manifest.path, node.text):
                    yield config_defect(use, node, fault, context, about=".".join(value.path))
            for node, about, message in amount_faults(use, value, api):
                yield config_defect(use, node, message, context, about=about)


def _word_fault(value: Value, api: Api) -> str | None:
    words = words_of(api, value.field.type, value.struct)
    said = value.node.text
    if not words or said in words or said == "":
        return None
    near = get_close_matches(said, sorted(words), 1, 0.6)
    hint = f" Is `{near[0]}` meant?" if near else ""
    known = listed([f"`{w}`" for w in sorted(words)], "or")
    return f"`{value.path[-1]}` is {known}, not `{said[:80]}`.{hint}"


def _number_fault(value: Value, api: Api) -> str | None:
    number = value.node.plain()
    if not value.field.type.lstrip("*").startswith(("int", "uint")):
        return None
    if isinstance(number, bool) or not isinstance(number, int):
        return f"`{value.path[-1]}` is a whole number, not `{value.node.text[:80]}`."
    lowest, highest = bounds_of(api, value.struct, value.field.name)
    if lowest is not None and number < lowest:
        return f"`{value.path[-1]}` is at least {lowest}, not {number}."
    if highest is not None and number > highest:
        return f"`{value.path[-1]}` is at most {highest}, not {number}."
    return None
