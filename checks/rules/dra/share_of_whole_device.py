"""A claim that is to share a device asks for its part of it."""

from __future__ import annotations

from checks.context import Context
from checks.dra.claims import Request, claim_of
from checks.dra.classes import kinds_of_class, known_class
from checks.dra.judged import fault, is_judged
from checks.dra.shares import Shares, shares_of
from checks.dra.sharing_words import modes_set, says_shared
from checks.manifests import Manifest
from checks.prose import listed
from checks.rule import OPTIONAL, Found, rule


@rule(OPTIONAL, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds claims that ask for no part of a capacity, in a file that speaks of sharing and sets the mode in
    which such a claim takes all of it.

    No second claim fits beside it. Other modes, files that set several, and classes that are not known pass.
    Source: the mode in which the code makes the default the most that can be taken, at the head.
    """
    claim = claim_of(manifest) if is_judged(manifest, context) else None
    for shares in shares_of(context.snapshot.head, context.profile) if claim else ():
        modes = modes_set(manifest, shares, context)
        if not claim or not modes or not modes <= shares.whole or not says_shared(manifest, context):
            continue
        for request in claim.requests:
            if _takes_all(request, shares, manifest, context):
                mode = listed([f"`{m}`" for m in sorted(modes)], "and")
                message = (
                    f"In the mode {mode} a claim that asks for no capacity takes the whole device, so that "
                    "no other fits beside it; add `capacity.requests`."
                )
                yield fault(
                    manifest, request.node, message, context, shares.evidence, about=request.full_name
                )


def _takes_all(request: Request, shares: Shares, manifest: Manifest, context: Context) -> bool:
    asked = request.body.get("capacity", "requests")
    if asked is not None and any(e.key in shares.counted for e in asked.entries):
        return False
    made = known_class(request.class_name, manifest, context)
    kinds = kinds_of_class(made, context) if made else []
    offered = [any(o.always and o.name in shares.counted for o in k.offers) for k in kinds]
    return bool(kinds) and all(offered) and all(k.driver == shares.driver for k in kinds)
