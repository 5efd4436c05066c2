"""A container picks a request, not one of its alternatives."""

from __future__ import annotations

from checks.context import Context
from checks.dra.judged import fault, is_judged
from checks.dra.pods import pods_of
from checks.manifests import Manifest
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds entries of a container's `resources.claims` whose `request` is written `request/subrequest`.

    The field takes a DNS label: the name of the request with `firstAvailable`, whichever alternative was
    allocated. Only constraints and configs of a claim speak of subrequests.

    Source: `validateContainerResourceClaim` in pkg/apis/core/validation.
    """
    if not is_judged(manifest, context):
        return
    for pod in pods_of(manifest):
        for container in pod.containers:
            for use in container.uses:
                if use.request is not None and "/" in use.request.text and manifest.is_literal(use.request):
                    top = use.request.text.partition("/")[0]
                    message = f"A container names the request, `{top}`, and is given whichever was allocated."
                    about = f"{container.name} {use.request.text}"
                    yield fault(manifest, use.request, message, context, about=about)
