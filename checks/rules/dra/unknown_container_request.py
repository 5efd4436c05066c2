"""A container picks a request that its claim has."""

from __future__ import annotations

from checks.context import Context
from checks.dra.applied import claim_for
from checks.dra.claims import Claim
from checks.dra.judged import fault, is_judged, line_of
from checks.dra.kubernetes import REQUESTS
from checks.dra.pods import pods_of
from checks.manifests import Manifest
from checks.prose import listed
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds entries of a container's `resources.claims` whose `request` is no request of the claim.

    Nothing refuses that: the container starts and has no device. Without `request` it is given all of them.
    Claims that are not in the same file or folder pass, and so do names that a template fills in.

    Source: `ResourceClaim.Request` in k8s.io/api/core/v1, and the kubelet's `claiminfo`.
    """
    if not is_judged(manifest, context):
        return
    for pod in pods_of(manifest):
        for container in pod.containers:
            for use in container.uses:
                listed_claim = pod.claim(use.name.text) if use.name is not None else None
                if use.request is None or listed_claim is None or "/" in use.request.text:
                    continue
                claim = claim_for(listed_claim, manifest, context)
                known = _requests(claim) if claim is not None else []
                if claim is None or not known or use.request.text in known:
                    continue
                if manifest.is_literal(use.request):
                    message = (
                        f"The claim has no request `{use.request.text}`, so this container starts without a "
                        f"device; it has {listed(f'`{n}`' for n in known)}."
                    )
                    shown = line_of(claim.manifest, claim.entries[0], context)
                    about = f"{container.name} {use.request.text}"
                    yield fault(manifest, use.request, message, context, shown, about=about)


def _requests(claim: Claim) -> list[str]:
    """The names of the top-level requests, or nothing where one is not written out."""
    names = [entry.get("name") for entry in claim.entries]
    if len(names) > REQUESTS or not all(claim.manifest.is_literal(n) for n in names):
        return []
    return [n.text for n in names if n is not None]
