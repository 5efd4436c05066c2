"""Attributes are read through their domain."""

from __future__ import annotations

from checks.context import Context
from checks.dra.published import published
from checks.dra.selectors import selectors
from checks.pattern import lazy
from checks.rule import BLOCKING, SELECTORS, Found, rule

WHOLE_MAP = lazy(r"map\(string, (?:dyn|kubernetes\.Quantity)\)")
STEP = lazy(r"device\.(attributes|capacity)(?:\[\s*(['\"])(?P<key>[\w./-]+)\2\s*\]|\.(?P<field>\w+))")


@rule(BLOCKING, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds attributes and capacities read by name alone, as `device.attributes["type"]`.

    The first step is the domain, the second the name: `device.attributes["gpu.example.com"].type`. The API
    server refuses what compares the whole domain. Source: `device.attributes` in Kubernetes' reference of
    device selectors.
    """
    for use in selectors(context):
        fault = use.refused
        if fault is None or not WHOLE_MAP.search(fault.message):
            continue
        step = next((s for s in STEP.finditer(use.expression) if "." not in (s["key"] or "")), None)
        if step:
            name, sort = step["key"] or step["field"], step[1]
            domain = min(published(context.snapshot.head, context.profile).drivers, default="DOMAIN", key=len)
            message = (
                f'`{step[0]}` names no domain; an attribute is read as `device.{sort}["{domain}"].{name}`.'
            )
            yield use.refusal(context, message)
