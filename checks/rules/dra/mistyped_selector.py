"""A selector's types fit."""

from __future__ import annotations

from checks.context import Context
from checks.dra.selectors import selectors
from checks.rule import BLOCKING, SELECTORS, Found, rule
from checks.rules.dra.missing_attribute_domain import STEP, WHOLE_MAP
from checks.rules.dra.quantity_compared_as_text import QUANTITY
from checks.rules.dra.unknown_selector_name import UNDECLARED
from checks.rules.dra.unparsable_selector import SYNTAX


@rule(BLOCKING, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds selectors that the compiler refuses for their types, where no rule says it more clearly.

    The API server compiles with the same types. Source: the compiler's own words, quoted.
    """
    for use in selectors(context):
        fault = use.refused
        if fault and not _is_told(fault.message, use.expression) and "longer than" not in fault.message:
            yield use.refusal(context, f"This selector does not compile: {fault.message}.")


def _is_told(message: str, expression: str) -> bool:
    """Whether another rule speaks of this."""
    if message.startswith(SYNTAX) or UNDECLARED.search(message):
        return True
    if WHOLE_MAP.search(message):
        return any("." not in (s["key"] or "") for s in STEP.finditer(expression))
    return QUANTITY in message
