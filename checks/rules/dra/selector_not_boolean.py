"""A CEL selector says yes or no."""

from __future__ import annotations

from checks.cel.environment import Compiled
from checks.context import Context
from checks.dra.selectors import selectors
from checks.rule import BLOCKING, SELECTORS, Found, rule

TRUTHS = ("bool", "dyn")


@rule(BLOCKING, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds selectors whose result is not a bool, such as a capacity or a `compareTo` without `>= 0`.

    The API server takes a bool, or a value whose type shows only on the device; it refuses the rest.
    Source: `cel: must evaluate to bool` in Kubernetes' dynamic-resource-allocation.
    """
    for use in selectors(context):
        compiled = use.judgement
        if isinstance(compiled, Compiled) and compiled.result not in TRUTHS:
            hint = " Compare its result with `>= 0`." if "compareTo(" in use.expression else ""
            message = f"This selector gives `{compiled.result}`, not a bool.{hint}"
            yield use.defect(context, message, about=use.expression)
