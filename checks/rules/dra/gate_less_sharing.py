"""A setting that needs a gate comes with the gate."""

from __future__ import annotations

from collections.abc import Iterator

from checks.context import Context
from checks.dra.accepted import words_of
from checks.dra.gated_kinds import gates_of_kind
from checks.dra.opaque import Api, ConfigUse, api_of, config_defect, config_uses, values_of
from checks.dra.versions import names_gate
from checks.parse.yaml import Node
from checks.prose import listed
from checks.rule import BLOCKING, CONFIGS, Found, rule


@rule(BLOCKING, Context, among=CONFIGS)
def check(context: Context, _: Context) -> Found:
    """Finds documents that show a configuration which the driver takes under a gate only, and never name
    that gate.

    Who follows the document gets a claim that fails when its devices are prepared. Files without text around
    them are left alone: what turns the gate on may stand anywhere. Source: the gates that the API package
    asks, in its `Validate` methods and where it makes a kind's default, at the head.
    """
    told: set[tuple[str, str]] = set()
    for use in config_uses(context):
        if use.manifest.form != "fence":
            continue
        api = api_of(context.snapshot.head, context.profile)
        for node, setting, about, needed in _gated(use, api):
            gates = sorted(needed)
            key = (use.manifest.path, setting)
            if gates and key not in told and not any(names_gate(use.manifest, g, context) for g in gates):
                told.add(key)
                names = listed([f"`{g}`" for g in gates], "or")
                message = f"`{setting}` needs the gate {names}, which this page does not name."
                yield config_defect(use, node, message, context, about=about)


def _gated(use: ConfigUse, api: Api) -> Iterator[tuple[Node, str, str, frozenset[str]]]:
    """What may need a gate: its node, words for it, and the gates of which it needs one."""
    if use.struct(api):
        yield use.line_of("kind"), use.kind, "kind", gates_of_kind(api, use.kind)
    for value in values_of(use, api):
        word = words_of(api, value.field.type, value.struct).get(value.node.text)
        if word:
            yield value.node, f"{value.path[-1]}: {word.text}", ".".join(value.path), word.gates
