"""A device class first asks for its driver."""

from __future__ import annotations

from checks.context import Context
from checks.dra.outcomes import FOREIGN, try_selector
from checks.dra.selectors import selectors
from checks.rule import BLOCKING, SELECTORS, Found, rule

DRIVER = "device.driver"


@rule(BLOCKING, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds DeviceClasses that read attributes of other drivers' devices, since they do not ask for the
    driver before.

    A class is tried on every device of the cluster; those of other drivers end in "no such key", and no pod
    that uses the class is scheduled. `device.driver == "…" &&`, in the same selector or in one above it,
    makes it right. Source: the allocator of Kubernetes' dynamic-resource-allocation.
    """
    for use in selectors(context):
        if not use.of_class or DRIVER in use.expression:
            continue
        failed = [p.failed for p in try_selector(use, context).problems if p.kind is FOREIGN]
        if failed and failed[0].missing:
            read = failed[0].missing[0]
            message = (
                f"This class reads `{read.name}` on the devices of every driver and fails on those that lack "
                f'it; begin with `device.driver == "{read.domain}" &&`.'
            )
            yield use.defect(context, message, about=use.expression, offset=read.offset)
