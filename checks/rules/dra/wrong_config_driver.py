"""Opaque configuration is addressed to the driver that takes it."""

from __future__ import annotations

from checks.context import Context
from checks.dra.opaque import api_of, config_defect, config_uses, is_literal
from checks.rule import BLOCKING, CONFIGS, Found, rule


@rule(BLOCKING, Context, among=CONFIGS)
def check(context: Context, _: Context) -> Found:
    """Finds configuration of the project's kinds under the name of a driver that does not take that kind.

    A driver passes over what is not addressed to it, without a word: the claim works and the setting does
    not. Source: the plugin whose code names the kind, and the driver that it registers, at the head.
    """
    for use in config_uses(context):
        api = api_of(context.snapshot.head, context.profile)
        right = api.drivers.get(use.kind)
        node = use.opaque.get("driver")
        if right and node is not None and is_literal(use, node) and use.driver not in ("", right):
            message = f"`{use.kind}` is taken by the driver `{right}`; `{use.driver[:80]}` passes over it."
            yield config_defect(use, node, message, context, about="driver")
