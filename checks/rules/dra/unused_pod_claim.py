"""Claims that a pod lists are used by one of its containers."""

from __future__ import annotations

from checks.context import Context
from checks.dra.applied import claim_for
from checks.dra.classes import is_ours
from checks.dra.judged import fault, is_judged, is_whole
from checks.dra.pods import PodClaim, pods_of
from checks.manifests import Manifest
from checks.rule import OPTIONAL, Found, rule


@rule(OPTIONAL, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds a claim in a pod's `resourceClaims` that no container lists in its `resources.claims`.

    Its devices are allocated, prepared and idle as long as the pod lives. Virtual machines, which hand
    devices on in their own way, devices of other drivers, which may serve a pod as a whole as network
    interfaces do, and pods that a template fills in pass.

    Source: the kubelet gives a container only the devices of claims that it lists.
    """
    if not is_judged(manifest, context) or not is_whole(manifest, context):
        return
    for pod in pods_of(manifest):
        used = {use.name.text for c in pod.containers for use in c.uses if use.name is not None}
        for claim in pod.claims:
            if claim.name and claim.name not in used and _is_for_containers(claim, manifest, context):
                message = (
                    f"No container uses the claim `{claim.name}`; its devices are allocated and lie idle."
                )
                yield fault(manifest, claim.node, message, context, about=claim.name)


def _is_for_containers(claim: PodClaim, manifest: Manifest, context: Context) -> bool:
    """Whether the claim asks this project's drivers for devices, or is not here to be read."""
    asked = claim_for(claim, manifest, context)
    return asked is None or any(is_ours(r.class_name, context) for r in asked.requests)
