"""Counts that Kubernetes changes or cannot allocate."""

from __future__ import annotations

from collections.abc import Iterator

from checks.context import Context
from checks.dra.claims import Claim, claim_of
from checks.dra.judged import fault, is_judged
from checks.dra.kubernetes import DEVICES_IN_A_CLAIM
from checks.dra.pods import scalar
from checks.manifests import Manifest
from checks.model import Defect
from checks.rule import BLOCKING, OPTIONAL, Found, rule


@rule(OPTIONAL, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds `count: 0`, which is taken for 1, and counts below it or beyond the 32 devices of a claim.

    A negative count is refused; more than 32 devices, in one request or in all requests together, are
    admitted and never allocated: "number of requested devices exceeds the claim limit". These two are
    blocking. Counts that a template makes pass.

    Source: `SetDefaults_ExactDeviceRequest`, and the allocator in k8s.io/dynamic-resource-allocation.
    """
    claim = claim_of(manifest)
    if claim is None or not is_judged(manifest, context):
        return
    single = list(_single(claim, context))
    yield from single
    tops = [r for r in claim.requests if r.parent is None]
    total = sum(r.count or 0 for r in tops)
    if not single and total > DEVICES_IN_A_CLAIM and claim.devices is not None:
        message = (
            f"The requests ask for {total} devices together; a claim is given at most {DEVICES_IN_A_CLAIM}."
        )
        yield fault(manifest, claim.devices, message, context, about="sum", severity=BLOCKING)


def _single(claim: Claim, context: Context) -> Iterator[Defect]:
    for request in claim.requests:
        node = scalar(request.body, "count")
        value = node.plain() if node is not None and claim.manifest.is_literal(node) else None
        if node is None or not isinstance(value, int) or 0 < value <= DEVICES_IN_A_CLAIM:
            continue
        about = f"count {request.full_name}"
        if value == 0:
            message = "`count: 0` is taken for 1; leave the request out, or say how many."
            yield fault(claim.manifest, node, message, context, about=about)
        else:
            limit = f"a claim is given at most {DEVICES_IN_A_CLAIM} devices"
            message = (
                f"`count: {value}` can never be allocated: {limit if value > 0 else 'it must be above 0'}."
            )
            yield fault(claim.manifest, node, message, context, about=about, severity=BLOCKING)
