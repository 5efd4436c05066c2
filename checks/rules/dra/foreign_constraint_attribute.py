"""Devices of two drivers are matched on an attribute that both carry."""

from __future__ import annotations

from checks.context import Context
from checks.dra.classes import chart_classes
from checks.dra.constraints import constraints_of
from checks.dra.judged import fault
from checks.dra.kubernetes import STANDARD_DOMAIN
from checks.dra.published import published
from checks.manifests import Manifest
from checks.rule import OPTIONAL, Found, rule


@rule(OPTIONAL, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds a `matchAttribute` in another driver's domain over a request for this driver's devices.

    Only the other driver's devices carry it, so the pair is never allocated. The standard attributes of
    `resource.kubernetes.io`, such as `pcieRoot` and `numaNode`, are there to be shared. Attributes that this
    driver publishes in another domain pass.

    Source: `matchAttribute` in k8s.io/api/resource; KEP-4381 on standard attributes.
    """
    for constraint in constraints_of(manifest, context):
        devices = published(context.snapshot.head, context.profile)
        if not devices.kinds or constraint.domain in ("", STANDARD_DOMAIN, *devices.drivers):
            continue
        ours = chart_classes(context.snapshot.head, context.profile)
        mine = [r for r in constraint.requests if r.class_name in ours]
        if mine and not devices.knows("attribute", constraint.domain, constraint.name):
            message = (
                f"`{constraint.attribute.text}` is another driver's; devices of `{mine[0].class_name}` do "
                f"not carry it. Match on an attribute of `{STANDARD_DOMAIN}` that both publish."
            )
            yield fault(manifest, constraint.attribute, message, context, about=constraint.attribute.text)
