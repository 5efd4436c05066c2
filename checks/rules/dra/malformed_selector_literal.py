"""Literals of quantities and versions can be read."""

from __future__ import annotations

from checks.cel.literals import quantity, semver
from checks.cel.references import Conversion
from checks.context import Context
from checks.dra.selectors import selectors
from checks.rule import BLOCKING, SELECTORS, Found, rule


@rule(BLOCKING, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds `quantity("40GB")`, `semver("580")` and other literals that Kubernetes cannot read.

    They compile, and fail for each device: the pod stays pending. `semver` with `true` as second argument
    takes short versions and leading zeros. Source: Kubernetes' CEL libraries for quantities and semantic
    versions.
    """
    for use in selectors(context):
        for one in use.reading.conversions if use.reading and use.literal else ():
            if not _is_readable(one):
                message = f'`{one.function}("{one.literal[:80]}")` cannot be read.{_hint(one)}'
                yield use.defect(context, message, about=one.literal, offset=one.offset)


def _is_readable(one: Conversion) -> bool:
    if one.function == "quantity":
        return quantity(one.literal) is not None
    return semver(one.literal, lenient=one.lenient) is not None


def _hint(one: Conversion) -> str:
    if one.function == "semver" and semver(one.literal, lenient=True):
        return f' Write `semver("{one.literal}", true)`, or all three numbers without leading zeros.'
    binary = one.literal.removesuffix("B") + "i"
    if one.function == "quantity" and one.literal.endswith("B") and quantity(binary):
        return f" Is `{binary}` meant?"
    return ""
