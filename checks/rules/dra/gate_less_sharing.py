"""A setting that needs a gate comes with the gate."""

from __future__ import annotations

from checks.context import Context
from checks.dra.accepted import words_of
from checks.dra.opaque import api_of, config_defect, config_uses, values_of
from checks.dra.versions import names_gate
from checks.prose import listed
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Context)
def check(context: Context, _: Context) -> Found:
    """Finds documents that show a configuration which the driver takes under a gate only, and never name
    that gate.

    Who follows the document gets a claim that fails when its devices are prepared. Files without text around
    them are left alone: what turns the gate on may stand anywhere. Source: the gates that the `Validate`
    methods of the API package ask, at the head.
    """
    for use in config_uses(context):
        if use.manifest.form != "fence":
            continue
        api = api_of(context.snapshot.head, context.profile)
        for value in values_of(use, api):
            word = words_of(api, value.field.type, value.struct).get(value.node.text)
            gates = sorted(word.gates) if word else []
            if gates and not any(names_gate(use.manifest, g, context) for g in gates):
                names = listed([f"`{g}`" for g in gates], "or")
                setting = f"{value.path[-1]}: {value.node.text}"
                message = f"`{setting}` needs the gate {names}, which this page does not name."
                yield config_defect(use, value.node, message, context, about=".".join(value.path))
