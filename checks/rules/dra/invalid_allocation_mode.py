"""How many devices a request takes is said in one way."""

from __future__ import annotations

from checks.context import Context
from checks.dra.claims import claim_of
from checks.dra.judged import fault, is_judged
from checks.dra.kubernetes import MODES
from checks.dra.pods import scalar
from checks.manifests import Manifest
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds an `allocationMode` other than `ExactCount` and `All`, and a `count` beside `All`.

    The API server refuses both. What is not written is `ExactCount` with one device; values that a template
    makes pass.

    Source: `validateDeviceAllocationMode` in pkg/apis/resource/validation.
    """
    claim = claim_of(manifest)
    if claim is None or not is_judged(manifest, context):
        return
    for request in claim.requests:
        mode, count = scalar(request.body, "allocationMode"), scalar(request.body, "count")
        if mode is None or not manifest.is_literal(mode):
            continue
        if mode.text not in MODES:
            message = f"`allocationMode: {mode.text}` is neither `ExactCount` nor `All`."
            yield fault(manifest, mode, message, context, about=f"{request.full_name} {mode.text}")
        elif mode.text == "All" and count is not None:
            message = (
                "`count` must not stand beside `allocationMode: All`, which takes every matching device."
            )
            yield fault(manifest, count, message, context, about=f"{request.full_name} count")
