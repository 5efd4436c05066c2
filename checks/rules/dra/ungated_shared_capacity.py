"""A page on sharing by capacity names the gates that sharing needs."""

from __future__ import annotations

from checks.context import Context
from checks.dra.claims import Request, claim_of
from checks.dra.classes import kinds_of_class, known_class
from checks.dra.judged import fault, is_judged
from checks.dra.kubernetes import GATES, said
from checks.dra.shares import Shares, shares_of
from checks.dra.sharing_words import names_any, says_shared
from checks.dra.versions import floor_for, names_gate
from checks.manifests import Manifest
from checks.parse.yaml import Node
from checks.prose import listed
from checks.rule import BLOCKING, OPTIONAL, Found, rule

FIELD = "allowMultipleAllocations"


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds pages that show a claim for a part of a capacity, speak of sharing, and name no gate by which
    the driver lets devices be shared, or not the one that Kubernetes has off at the stated floor.

    Without the gates `capacity.requests` only picks devices that are large enough, and each claim takes a
    whole one. Where only the project's own page states such a floor, Kubernetes' gate is optional. Claims
    that are not said to share pass, and so do files without text around them. Source: the code that sets
    `allowMultipleAllocations`, at the head; KEP-5075.
    """
    claim = claim_of(manifest) if manifest.form == "fence" and is_judged(manifest, context) else None
    if claim is None or not says_shared(manifest, context):
        return
    for shares in shares_of(context.snapshot.head, context.profile):
        asked = (n for r in claim.requests if (n := _asked(r, shares, manifest, context)))
        node = next(asked, None)
        if node is not None and not names_any(manifest, (*shares.gates, shares.setting), context):
            names = listed([f"`{g}`" for g in sorted(shares.gates)], "and")
            message = (
                f"Claims share a device only with the driver's gate {names}, which this page does not name."
            )
            yield fault(manifest, node, message, context, shares.evidence, about="driver gate")
        elif node is not None:
            yield from _upstream(manifest, node, context)


def _asked(request: Request, shares: Shares, manifest: Manifest, context: Context) -> Node | None:
    """The part that a request asks for of a capacity that the driver lets claims divide."""
    asked = request.body.get("capacity", "requests")
    made = known_class(request.class_name, manifest, context) if asked is not None else None
    if (
        made is None
        or asked is None
        or not any(k.driver == shares.driver for k in kinds_of_class(made, context))
    ):
        return None
    return next((e.value for e in asked.entries if e.key in shares.counted), None)


def _upstream(manifest: Manifest, node: Node, context: Context) -> Found:
    gate = context.profile.contracts.upstream_gated.get(FIELD, "")
    floor, stages = floor_for(manifest, context), GATES.get(gate)
    if floor is None or stages is None or stages.on is None or floor.release >= stages.on:
        return
    if names_gate(manifest, gate, context):
        return
    message = (
        f"Claims share a device only with Kubernetes' gate `{gate}`, off by default before "
        f"{said(stages.on)}; the floor is {said(floor.release)}. Name the gate, or raise the floor."
    )
    severity = None if floor.evidence.path == manifest.path else OPTIONAL
    yield fault(manifest, node, message, context, floor.evidence, about="upstream gate", severity=severity)
