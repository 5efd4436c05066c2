"""Admin access is for watching devices, not for using them."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claims import claim_of
from checks.dra.judged import fault, is_judged, words_of
from checks.manifests import Manifest
from checks.pattern import lazy
from checks.rule import OPTIONAL, Found, rule

WATCHING = lazy(
    r"monitor|metric|exporter|dcgm|observ|debug|diagnos|health|admin|inspect|telemetry|nvidia-smi", re.I
)


@rule(OPTIONAL, Manifest, preview=True)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds requests with `adminAccess: true` where nothing around them is about monitoring.

    Such a request is given devices that others hold, past allocation and sharing. Names and words of the
    bundle, of the path and of the text above a fence count. Source: `adminAccess` in Kubernetes'
    DeviceRequest.
    """
    claim = claim_of(manifest) if is_judged(manifest, context) else None
    for request in claim.requests if claim else ():
        node = request.body.get("adminAccess")
        if node is None or node.plain() is not True:
            continue
        around = " ".join(words_of(m, context).replace("adminAccess", "") for m in manifest.bundle[:50])
        if not WATCHING.search(f"{manifest.path} {manifest.said_before} {around}"):
            message = (
                "`adminAccess` gives devices that other pods hold; it is for monitoring, and this is not."
            )
            message = message.replace("and this is not", "and nothing here says that this is")
            yield fault(manifest, node, message, context, about=request.full_name)
