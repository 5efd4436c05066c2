"""Capacities are compared as quantities."""

from __future__ import annotations

from checks.context import Context
from checks.dra.selectors import selectors
from checks.rule import BLOCKING, SELECTORS, Found, rule

QUANTITY = "kubernetes.Quantity"


@rule(BLOCKING, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds capacities that an operator compares, or that are compared with plain text or a number.

    A capacity is a Quantity: it has no `>=`, and its methods take a Quantity. The API server refuses the
    object. `compareTo(quantity("40Gi")) >= 0`, `isGreaterThan(quantity("40Gi"))` and `asInteger()` are
    right. Source: Kubernetes' CEL library for quantities.
    """
    for use in selectors(context):
        fault = use.refused
        if fault and QUANTITY in fault.message and f"map(string, {QUANTITY})" not in fault.message:
            message = (
                "A capacity is a Quantity and is not compared like this; "
                'write `.compareTo(quantity("40Gi")) >= 0` with the amount meant.'
            )
            yield use.refusal(context, f"{message} The compiler says: {fault.message}.")
