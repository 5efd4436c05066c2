"""A device class's test of the driver holds for the whole selector."""

from __future__ import annotations

from checks.context import Context
from checks.dra.outcomes import FOREIGN, try_selector
from checks.dra.selectors import selectors
from checks.rule import OPTIONAL, SELECTORS, Found, rule
from checks.rules.dra.unguarded_device_class import DRIVER


@rule(OPTIONAL, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds DeviceClasses that ask for the driver and still read attributes of other drivers' devices,
    mostly for an `||` beside the test.

    `&&` binds closer than `||`: put what belongs together in parentheses. Source: the CEL grammar, and the
    selector tried on a device of another driver.
    """
    for use in selectors(context):
        if not use.of_class or DRIVER not in use.expression:
            continue
        failed = [p.failed for p in try_selector(use, context).problems if p.kind is FOREIGN]
        if failed and failed[0].missing:
            read = failed[0].missing[0]
            message = (
                f"The test of `device.driver` does not keep other drivers' devices away from `{read.name}`; "
                "put the conditions that it is joined with in parentheses."
            )
            yield use.defect(context, message, about=use.expression, offset=read.offset)
