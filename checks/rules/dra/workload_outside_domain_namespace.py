"""A workload is in the namespace of the object whose template it uses."""

from __future__ import annotations

from checks.context import Context
from checks.dra.applied import makers_of, share_namespace
from checks.dra.judged import fault, is_judged, line_of
from checks.dra.pods import pods_of
from checks.manifests import Manifest
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds pods that use the claim template of a custom object, such as a ComputeDomain, which the same file
    or document creates in another namespace.

    The controller makes the template in the object's own namespace, so the pod never finds it. Where either
    leaves its namespace to the command, or a template fills it in, this passes.

    Source: `spec.channel.resourceClaimTemplate.name` of a ComputeDomain.
    """
    if not is_judged(manifest, context):
        return
    for pod in pods_of(manifest):
        for claim in pod.claims:
            if claim.template is None or not manifest.is_literal(claim.template):
                continue
            makers = makers_of(claim.template.text, manifest, context)
            if makers and not any(share_namespace(manifest, m) for m in makers):
                maker = makers[0]
                message = (
                    f"The {maker.kind} `{maker.name}` makes `{claim.template.text}` in its namespace "
                    f"`{maker.namespace}`; this workload is in `{manifest.namespace}` and cannot find it."
                )
                shown = line_of(maker, maker.root, context)
                yield fault(manifest, claim.template, message, context, shown, about=claim.template.text)
