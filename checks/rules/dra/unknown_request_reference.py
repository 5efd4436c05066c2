"""Constraints and configs name requests of their own claim."""

from __future__ import annotations

from checks.context import Context
from checks.dra.claims import claim_of
from checks.dra.judged import fault, is_judged
from checks.dra.kubernetes import REMOVED, REQUESTS
from checks.manifests import Manifest
from checks.prose import listed
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds `requests` of a constraint or config that name no request of the claim.

    The API server refuses the claim. A subrequest is called `request/subrequest`; an empty list means all
    requests. Names that a template fills in pass.

    Source: `validateRequestNameRef` in pkg/apis/resource/validation.
    """
    claim = claim_of(manifest)
    if claim is None or claim.version in REMOVED or not is_judged(manifest, context):
        return
    if not all(manifest.is_literal(entry.get("name")) for entry in claim.entries):
        return
    for what, holders in (("constraint", claim.constraints), ("config", claim.configs)):
        for holder in holders[:REQUESTS]:
            named = holder.get("requests")
            for node in named.items[:REQUESTS] if named is not None else []:
                if node.kind == "scalar" and node.text not in claim.names and manifest.is_literal(node):
                    known = sorted(claim.names)[:REQUESTS]
                    has = listed(f"`{n}`" for n in known) if known else "none"
                    message = (
                        f"This {what} is for `{node.text}`, which is no request of the claim; it has {has}."
                    )
                    yield fault(manifest, node, message, context, about=f"{what} {node.text}")
