"""A claim that a pod waits for asks for something."""

from __future__ import annotations

from checks.context import Context
from checks.dra.claims import CLAIM, claim_of
from checks.dra.judged import fault, is_judged, is_whole
from checks.dra.kubernetes import REMOVED
from checks.dra.pods import pods_of
from checks.manifests import Manifest
from checks.rule import OPTIONAL, Found, rule


@rule(OPTIONAL, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds a claim or template without requests that a pod of the same file or document uses.

    It is legal and allocates nothing, so the pod starts without a device. Claims that no pod uses, and those
    that a template fills in, pass.

    Source: `DeviceClaim` in k8s.io/api/resource/v1: no requests means no devices.
    """
    claim = claim_of(manifest)
    if claim is None or not claim.version or claim.version in REMOVED or claim.entries:
        return
    if not is_judged(manifest, context) or not is_whole(manifest, context):
        return
    wrong = manifest.root.get("spec", "spec" if manifest.kind == CLAIM else "devices")
    used = {c.source[1].text for m in manifest.bundle for p in pods_of(m) for c in p.claims if c.source}
    if wrong is None and manifest.name in used:
        message = f"A pod uses `{manifest.name}`, which requests no device; it will start without one."
        yield fault(manifest, manifest.root, message, context, about="requests")
