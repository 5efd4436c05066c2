"""A block that is there holds what the driver reads in it without asking."""

from __future__ import annotations

from checks.context import Context
from checks.dra.accepted import read_unasked
from checks.dra.opaque import api_of, config_defect, config_uses, values_of
from checks.parse.yaml import Node
from checks.rule import BLOCKING, CONFIGS, Found, rule


@rule(BLOCKING, Context, among=CONFIGS)
def check(context: Context, _: Context) -> Found:
    """Finds blocks that leave out a field which the driver's validation follows without a look: the plugin
    panics on the nil pointer.

    Without the whole block the default comes in. Source: the `Validate` methods of the API package, at the
    head.
    """
    for use in config_uses(context):
        api = api_of(context.snapshot.head, context.profile)
        for value in values_of(use, api):
            inner = api.struct(value.struct, value.field.type)
            if inner is None or value.node.kind != "map":
                continue
            unasked = read_unasked(api, inner)
            for name, field in api.fields(inner).items():
                if field.name in unasked and _is_unset(value.node, name):
                    message = (
                        f"`{value.path[-1]}` is there without `{name}`, which the driver reads without "
                        f"asking; set `{name}`, or leave `{value.path[-1]}` out."
                    )
                    yield config_defect(use, value.node, message, context, about=".".join(value.path))


def _is_unset(node: Node, name: str) -> bool:
    found = node.get(name)
    return found is None or (found.kind == "scalar" and found.plain() is None)
