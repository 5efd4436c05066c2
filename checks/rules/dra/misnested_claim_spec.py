"""A template holds the spec of a claim inside its own."""

from __future__ import annotations

from checks.context import Context
from checks.dra.claims import CLAIM, GROUP, TEMPLATE
from checks.dra.judged import fault, is_judged
from checks.manifests import Manifest
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds a ResourceClaimTemplate with `spec.devices` and a ResourceClaim with `spec.spec`.

    The template's claim is one level deeper, at `spec.spec.devices`; `kubectl` refuses the other form as an
    unknown field, and elsewhere the field is dropped and the claim asks for nothing.

    Source: `ResourceClaimTemplateSpec` in k8s.io/api/resource/v1.
    """
    wrong = {TEMPLATE: "devices", CLAIM: "spec"}.get(manifest.kind)
    if wrong is None or not manifest.api_version.startswith(GROUP) or not is_judged(manifest, context):
        return
    node = manifest.root.get("spec", wrong)
    if node is not None:
        message = (
            "A ResourceClaimTemplate has its claim at `spec.spec.devices`; one `spec:` is missing here."
            if manifest.kind == TEMPLATE
            else "A ResourceClaim has its devices at `spec.devices`; `spec.spec` is the form of a template."
        )
        yield fault(manifest, node, message, context, about=wrong)
