"""Devices cannot share what is each one's own."""

from __future__ import annotations

from checks.context import Context
from checks.dra.constraints import MATCH, Constraint, constraints_of
from checks.dra.judged import fault
from checks.dra.kubernetes import STANDARD_DOMAIN
from checks.dra.published import DeviceKind
from checks.manifests import Manifest
from checks.rule import BLOCKING, Found, rule

OWN_NAMES = frozenset({"uuid", "serial", "serialNumber"})
ADDRESS = "pciBusID"  # parts of a device have that of their parent
PARENT = "parent"


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds a `matchAttribute` on what tells devices apart, a UUID or a PCI bus id, over two or more devices.

    No two devices agree on it, so the claim is never allocated. `distinctAttribute`, a single device, and the
    bus id of parts of one device, which they share with their parent, pass.

    Source: `matchAttribute` in k8s.io/api/resource.
    """
    for constraint in constraints_of(manifest, context):
        if constraint.key == MATCH and (constraint.devices or 0) > 1 and _tells_apart(constraint, context):
            message = (
                f"No two devices share `{constraint.attribute.text}`, so {constraint.devices} devices "
                "never satisfy this."
            )
            yield fault(manifest, constraint.attribute, message, context, about=constraint.attribute.text)


def _tells_apart(constraint: Constraint, context: Context) -> bool:
    if constraint.name in OWN_NAMES:
        return True
    if (constraint.domain, constraint.name) != (STANDARD_DOMAIN, ADDRESS):
        return False
    kinds = constraint.kinds(context)
    return all(kinds.values()) and not any(_is_part(k) for found in kinds.values() for k in found)


def _is_part(kind: DeviceKind) -> bool:
    return any(o.name.startswith(PARENT) for o in kind.offers)
