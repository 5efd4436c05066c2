"""Devices that claims share divide all of what they carry."""

from __future__ import annotations

from collections.abc import Iterator

from checks.context import Context
from checks.dra.claims import Request, claim_of
from checks.dra.classes import kinds_of_class, known_class
from checks.dra.gates import sets_gate
from checks.dra.judged import fault, is_judged
from checks.dra.published import DeviceKind, published
from checks.dra.shares import Shares, shares_of
from checks.dra.sharing_words import modes_set, names_any, says_shared
from checks.manifests import Manifest
from checks.prose import listed
from checks.rule import OPTIONAL, Found, rule

FEW = 3  # capacities that are shown


@rule(OPTIONAL, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds claims that are to share a device of a kind of whose capacities the driver divides only some.

    What has no request policy counts as wholly taken, so that a second claim does not fit. A claim that asks
    for an amount of one of these passes. Source: the capacities that the code publishes and those to which it
    gives a policy, at the head; the allocator of Kubernetes' dynamic-resource-allocation.
    """
    claim = claim_of(manifest) if is_judged(manifest, context) else None
    for shares in shares_of(context.snapshot.head, context.profile) if claim else ():
        on = modes_set(manifest, shares, context) or names_any(manifest, shares.gates, context)
        if not claim or not on or not says_shared(manifest, context):
            continue
        for request in claim.requests:
            what = _undivided(request, shares, manifest, context)
            if what:
                message = (
                    f"{what} a request policy, so the first claim takes all of it and a second does not fit; "
                    "add a test in which two claims share one such device."
                )
                yield fault(
                    manifest, request.node, message, context, shares.evidence, about=request.full_name
                )


def _undivided(request: Request, shares: Shares, manifest: Manifest, context: Context) -> str:
    """Words for what a request's devices carry and the driver does not divide, or nothing."""
    made = known_class(request.class_name, manifest, context)
    kinds = kinds_of_class(made, context) if made else []
    if len(kinds) != 1 or kinds[0].driver != shares.driver:
        return ""
    asked = request.body.get("capacity", "requests")
    keys = {e.key for e in asked.entries} if asked is not None else set()
    left = [
        o.name for o in kinds[0].offers if o.sort == "capacity" and o.always and o.name not in shares.counted
    ]
    if left:
        some = listed([f"`{n}`" for n in left[:FEW]], "and")
        return "" if keys & set(left) else f"Devices of the kind `{kinds[0].name}` publish {some} without"
    gate = next(_adding(kinds[0], manifest, context), "") if not keys - shares.counted else ""
    return (
        f"With {gate} on, devices of the kind `{kinds[0].name}` publish more capacities without"
        if gate
        else ""
    )


def _adding(kind: DeviceKind, manifest: Manifest, context: Context) -> Iterator[str]:
    """Gates that the file turns on, under which other code announces devices with capacities of its own."""
    known = published(context.snapshot.head, context.profile)
    gates = {g for k in known.kinds if k.driver == kind.driver for o in k.offers for g in o.gone_with}
    for gate in sorted(gates) if "capacity" in kind.open else ():
        if sets_gate(manifest.path, gate, context):
            yield gate
