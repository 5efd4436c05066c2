"""Pods that share a claim run on the claim's node."""

from __future__ import annotations

from checks.context import Context
from checks.dra.judged import fault, is_judged
from checks.dra.pods import Pod, maps, pods_of, word
from checks.manifests import Manifest
from checks.rule import OPTIONAL, Found, rule

HOSTNAME = "kubernetes.io/hostname"
MOST_PODS = 256  # that may reserve one claim


@rule(OPTIONAL, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds workloads whose pods all name one ResourceClaim and are to run on several nodes: a DaemonSet,
    pods with a spread or an anti-affinity over host names, and more than 256 replicas.

    An allocated claim is bound to one node, so the pods beyond it stay Pending; 256 pods may reserve one
    claim. Replicas that may share a node pass, for sharing is what a named claim is for, and so does a
    template, which makes a claim for each pod, and a claim whose name is filled in later.

    Source: `ResourceClaimStatus.ReservedFor` in k8s.io/api/resource, and the allocation's node selector.
    """
    if not is_judged(manifest, context):
        return
    for pod in pods_of(manifest):
        for claim in pod.claims:
            why = _spread(pod) if manifest.is_literal(claim.claim) else ""
            if claim.claim is not None and why:
                message = (
                    f"All pods share the claim `{claim.claim.text}`, which is bound to one node, but {why}; "
                    "use a ResourceClaimTemplate, or let them share a node."
                )
                yield fault(manifest, claim.claim, message, context, about=claim.claim.text)


def _spread(pod: Pod) -> str:
    """Why the pods cannot all be on one node, or nothing."""
    copies = pod.copies
    if pod.manifest.kind == "DaemonSet":
        return "a DaemonSet runs one on each node"
    if copies is None or copies < 2:
        return ""
    if copies > MOST_PODS:
        return f"at most {MOST_PODS} pods may reserve it"
    spreads = maps(pod.spec.get("topologySpreadConstraints"))
    strict = [s for s in spreads if word(s, "whenUnsatisfiable") != "ScheduleAnyway"]
    apart = pod.spec.get("affinity", "podAntiAffinity", "requiredDuringSchedulingIgnoredDuringExecution")
    if any(word(s, "topologyKey") == HOSTNAME for s in (*strict, *maps(apart))):
        return "they are kept on different hosts"
    return ""
