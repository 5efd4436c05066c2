"""A container uses only claims that its pod lists."""

from __future__ import annotations

from checks.context import Context
from checks.dra.judged import fault, is_judged, is_whole
from checks.dra.pods import pods_of
from checks.manifests import Manifest
from checks.prose import listed
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds entries of a container's `resources.claims` whose `name` is not in the pod's `resourceClaims`.

    The API server refuses the pod: it "must be one of the names in pod.spec.resourceClaims". Containers that
    run first may use a claim like any other. Names and lists that a template fills in pass.

    Source: `validateContainerResourceClaim` in pkg/apis/core/validation.
    """
    if not is_judged(manifest, context):
        return
    for pod in pods_of(manifest):
        known = [c.name for c in pod.claims]
        if not all(manifest.is_literal(c.node.get("name")) for c in pod.claims):
            continue
        if not known and not is_whole(manifest, context):
            continue
        for container in pod.containers:
            for use in container.uses:
                if use.name is None or use.name.text in known or not manifest.is_literal(use.name):
                    continue
                has = (
                    f"the pod lists {listed(f'`{n}`' for n in known[:8])}" if known else "the pod lists none"
                )
                message = f"`{use.name.text}` is no claim of this pod; {has}."
                yield fault(manifest, use.name, message, context, about=f"{container.name} {use.name.text}")
