"""A pod with claims goes through the scheduler."""

from __future__ import annotations

from checks.context import Context
from checks.dra.judged import fault, is_judged
from checks.dra.pods import pods_of, scalar
from checks.manifests import Manifest
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds pods with both claims and `nodeName`.

    `nodeName` goes past the scheduler, which is who allocates and reserves claims, so the kubelet refuses the
    pod. A `nodeSelector` or an affinity for the node's name does what is meant, and passes.

    Source: the scheduler's DynamicResources plugin, and the kubelet's check for a reserved claim.
    """
    if not is_judged(manifest, context):
        return
    for pod in pods_of(manifest):
        node = scalar(pod.spec, "nodeName")
        if node is not None and pod.claims:
            message = (
                "`nodeName` goes past the scheduler, so the claims are never allocated; select the node with "
                "a `nodeSelector` on `kubernetes.io/hostname`."
            )
            yield fault(manifest, node, message, context, about="nodeName")
