"""Selectors use the variables and functions that there are."""

from __future__ import annotations

from difflib import get_close_matches

from checks.cel.declarations import FUNCTIONS
from checks.context import Context
from checks.dra.selectors import selectors
from checks.pattern import lazy
from checks.rule import BLOCKING, SELECTORS, Found, rule

UNDECLARED = lazy(r"undeclared reference to '([^']*)'")
STRINGS = (
    "lowerAscii",
    "upperAscii",
    "matches",
    "contains",
    "startsWith",
    "endsWith",
    "indexOf",
    "split",
    "join",
)
VARIABLES = ("device.driver", "device.attributes", "device.capacity", "device.allowMultipleAllocations")
KNOWN = (*VARIABLES, *FUNCTIONS, *STRINGS, "orValue", "size", "has")


@rule(BLOCKING, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds variables, fields and functions that a device selector does not have.

    The API server refuses the object. Source: the device environment of Kubernetes'
    dynamic-resource-allocation (`device.driver`, `device.attributes`, `device.capacity`,
    `device.allowMultipleAllocations`).
    """
    for use in selectors(context):
        fault = use.refused
        found = UNDECLARED.search(fault.message) if fault else None
        if found:
            yield use.refusal(context, f"A device selector knows no `{found[1]}`.{_hint(found[1])}")


def _hint(name: str) -> str:
    if name.startswith("device."):
        return " A device has " + ", ".join(f"`{v}`" for v in VARIABLES) + "."
    near = get_close_matches(name, KNOWN, 1, 0.75)
    return f" Is `{near[0]}` meant?" if near else ""
