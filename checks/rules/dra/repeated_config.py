"""One request gets one configuration of a kind."""

from __future__ import annotations

from checks.context import Context
from checks.dra.opaque import ConfigUse, api_of, config_defect, config_uses
from checks.rule import CONFIGS, OPTIONAL, Found, rule


@rule(OPTIONAL, Context, among=CONFIGS)
def check(context: Context, _: Context) -> Found:
    """Finds two configurations of one kind for the same request in one claim: the last one counts, the
    other says nothing.

    What stands in a class comes before what stands in the claim, and is meant to be set over; that is left
    alone. Source: the order of configurations in Kubernetes' ResourceClaim, and the plugin's code.
    """
    first: dict[tuple[int, str, str], ConfigUse] = {}
    for use in config_uses(context):
        if use.claim is None or use.kind not in api_of(context.snapshot.head, context.profile).kinds:
            continue
        for name in [n.text for n in use.requests] or [""]:
            key = (id(use.manifest), use.kind, name)
            before = first.setdefault(key, use)
            if before is not use:
                which = f"the request `{name}`" if name else "all requests"
                above = f"stands on line {before.entry.line} too"
                message = f"`{use.kind}` for {which} {above}; only this last one counts."
                yield config_defect(use, use.entry, message, context, about=name)
