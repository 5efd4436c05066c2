"""A constraint names an attribute that its devices have."""

from __future__ import annotations

from checks.context import Context
from checks.dra.constraints import constraints_of
from checks.dra.judged import fault
from checks.dra.kubernetes import STANDARD_DOMAIN
from checks.dra.published import published
from checks.manifests import Manifest
from checks.proposed_names import proposes
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds a `matchAttribute` or `distinctAttribute` in the domain of this driver that no device carries at
    the head, and a name of another domain written in the driver's.

    A device without the attribute never satisfies the constraint, so the claim is never allocated and its
    pod stays Pending. Attributes of other drivers pass, and so does everything where the code that
    publishes devices could not be followed.

    Source: the devices that the plugins build at the head; the standard names of `resource.kubernetes.io`.
    """
    for constraint in constraints_of(manifest, context):
        domain, name = constraint.domain, constraint.name
        if not domain or proposes(context, manifest.path, name):
            continue
        devices = published(context.snapshot.head, context.profile)
        mine = [k for k in devices.kinds if k.driver == domain]
        if not mine or any("attribute" in k.open for k in mine) or devices.knows("attribute", domain, name):
            continue
        standard = devices.offers("attribute", STANDARD_DOMAIN, name)
        meant = f"; `{STANDARD_DOMAIN}/{name}` is published" if standard else ""
        message = (
            f"No device carries `{constraint.attribute.text}`{meant}, so this constraint is never satisfied."
        )
        yield fault(manifest, constraint.attribute, message, context, about=constraint.attribute.text)
