"""A pod's claim names one object."""

from __future__ import annotations

from checks.context import Context
from checks.dra.judged import fault, is_judged, is_whole
from checks.dra.pods import pods_of
from checks.manifests import Manifest
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds entries of a pod's `resourceClaims` with neither `resourceClaimName` nor
    `resourceClaimTemplateName`, and with both.

    The API server refuses the pod. The old form with `source:` is another rule's matter; entries that a
    template fills in pass.

    Source: `validatePodResourceClaim` in pkg/apis/core/validation.
    """
    if not is_judged(manifest, context):
        return
    for pod in pods_of(manifest):
        for claim in pod.claims:
            both = claim.claim is not None and claim.template is not None
            if not both and (claim.source is not None or claim.node.get("source") is not None):
                continue
            if any(key.startswith("podGroup") for key in (e.key for e in claim.node.entries)):
                continue
            if both or is_whole(manifest, context):
                message = (
                    "A pod's claim names either a ResourceClaim or a ResourceClaimTemplate, not both."
                    if both
                    else "A pod's claim needs `resourceClaimName` or `resourceClaimTemplateName`."
                )
                yield fault(manifest, claim.node, message, context, about=claim.name)
