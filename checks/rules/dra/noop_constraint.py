"""A constraint binds more than one device."""

from __future__ import annotations

from checks.context import Context
from checks.dra.constraints import constraints_of
from checks.dra.judged import fault
from checks.manifests import Manifest
from checks.rule import OPTIONAL, Found, rule


@rule(OPTIONAL, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds a constraint over requests that take one device together.

    One device always agrees with itself, so the constraint does nothing, and a reader takes it for more.
    Counts above one, `All`, and counts that a template makes pass.

    Source: `DeviceConstraint` in k8s.io/api/resource: it compares the devices of the requests it lists.
    """
    for constraint in constraints_of(manifest, context):
        if constraint.devices == 1:
            message = f"This binds a single device, so `{constraint.key}` does nothing here."
            yield fault(manifest, constraint.attribute, message, context, about=constraint.attribute.text)
