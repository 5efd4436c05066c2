"""A configuration is one that the webhook knows, where the webhook is on."""

from __future__ import annotations

from checks.context import Context
from checks.dra.judged import fault
from checks.dra.opaque import api_of, config_uses
from checks.dra.webhook import refuses, turned_on
from checks.rule import CONFIGS, OPTIONAL, Found, rule


@rule(OPTIONAL, Context, among=CONFIGS)
def check(context: Context, _: Context) -> Found:
    """Finds configurations of a kind that the admission webhook has no case for, in a file that turns the
    webhook on.

    The webhook refuses what it has no case for, so that the claim cannot be created. Where the webhook is
    left off, nothing is wrong. Source: the switch in the webhook's code, and the value under which the chart
    creates it, at the head.
    """
    for use in config_uses(context):
        known = use.claim and use.kind in api_of(context.snapshot.head, context.profile).kinds
        switch = refuses(use.kind, use.driver, context) if known else None
        on = turned_on(use.manifest.path, context) if switch else None
        if switch and on:
            message = (
                f"Line {on.line} turns the webhook on, which refuses `{use.kind}`: it has no case for it."
            )
            yield fault(use.manifest, use.line_of("kind"), message, context, on, switch, about=use.kind)
