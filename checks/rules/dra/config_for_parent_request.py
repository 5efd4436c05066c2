"""A configuration names the alternative that it is for."""

from __future__ import annotations

from checks.context import Context
from checks.dra.judged import fault
from checks.dra.lookups import compares_whole_names
from checks.dra.opaque import config_uses
from checks.rule import BLOCKING, CONFIGS, Found, rule

FEW = 8  # alternatives that are shown


@rule(BLOCKING, Context, among=CONFIGS)
def check(context: Context, _: Context) -> Found:
    """Finds configurations that name a request with `firstAvailable`, where the driver looks for the whole
    name of what was allocated.

    That name is `request/alternative`, so the configuration is passed over without a word and the default
    comes in. Configurations that name the alternatives, or no request at all, pass; so do all where the
    plugin's code takes the names apart. Source: the plugin's comparison of names, at the head.
    """
    for use in config_uses(context):
        parents = {r.parent for r in use.claim.requests if r.parent} if use.claim else set()
        named = [n for n in use.requests if n.text in parents and use.manifest.is_literal(n)]
        line = compares_whole_names(use.driver, context) if named else None
        for node in named if line and use.claim else ():
            full = [r.full_name for r in use.claim.requests if r.parent == node.text] if use.claim else []
            shown = ", ".join(f"`{name}`" for name in full[:FEW])
            message = (
                f"The driver passes this configuration over: what is allocated for `{node.text}` goes by the "
                f"name of the alternative. Name {shown}."
            )
            yield fault(
                use.manifest,
                node,
                message,
                context,
                *([line] if line else []),
                about=f"{use.kind} {node.text}",
            )
