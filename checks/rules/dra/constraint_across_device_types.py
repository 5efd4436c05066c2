"""A constraint binds only devices that carry its attribute."""

from __future__ import annotations

from checks.context import Context
from checks.dra.constraints import constraints_of
from checks.dra.judged import fault
from checks.dra.kubernetes import STANDARD_DOMAIN
from checks.dra.published import DeviceKind
from checks.manifests import Manifest
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds a constraint over requests of several device classes of which one selects only devices without
    the attribute, such as `parentUUID` over whole GPUs and their slices.

    Every chosen device must carry the attribute, so the claim is never allocated. A constraint that lists
    only requests whose devices carry it passes, and so does a class whose devices are not known.

    Source: `matchAttribute` in k8s.io/api/resource, and the devices that the plugins build at the head.
    """
    for constraint in constraints_of(manifest, context):
        if not constraint.domain:
            continue
        by_class = constraint.kinds(context)
        carried = {
            name: any(_carries(k, constraint.domain, constraint.name) for k in kinds)
            for name, kinds in by_class.items()
            if kinds
        }
        without = sorted(name for name, carries in carried.items() if not carries)
        if not without or not any(carried.values()):
            continue
        request = next(r for r in constraint.requests if r.class_name == without[0])
        message = (
            f"Devices of `{without[0]}` (request `{request.full_name}`) do not carry "
            f"`{constraint.attribute.text}`, so the two are never allocated together; list only the requests "
            "whose devices do."
        )
        yield fault(manifest, constraint.attribute, message, context, about=constraint.attribute.text)


def _carries(kind: DeviceKind, domain: str, name: str) -> bool:
    standard = domain == STANDARD_DOMAIN
    return "attribute" in kind.open or standard or kind.offer("attribute", domain, name) is not None
