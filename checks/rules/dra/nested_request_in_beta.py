"""A request of v1beta1 is flat."""

from __future__ import annotations

from checks.context import Context
from checks.dra.claims import claim_of
from checks.dra.judged import fault, is_judged
from checks.dra.kubernetes import REQUESTS
from checks.manifests import Manifest
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds requests in `resource.k8s.io/v1beta1` with `exactly:`, which came with v1beta2.

    The API server does not know the field, so the request is left without a device class. `v1beta2` and `v1`
    pass, as do objects whose version a template decides.

    Source: `DeviceRequest` in k8s.io/api/resource/v1beta1.
    """
    claim = claim_of(manifest)
    if claim is None or claim.version != "v1beta1" or not is_judged(manifest, context):
        return
    for entry in claim.entries[:REQUESTS]:
        nested = entry.entry("exactly")
        if nested is not None:
            message = (
                "v1beta1 has no `exactly:`; write its fields right below the request, or use "
                "`resource.k8s.io/v1`."
            )
            name = entry.get("name")
            yield fault(manifest, entry, message, context, about=f"exactly {name.text if name else ''}")
