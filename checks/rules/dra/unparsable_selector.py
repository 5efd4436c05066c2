"""A CEL selector parses."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.selectors import selectors
from checks.pattern import lazy
from checks.rule import BLOCKING, SELECTORS, Found, rule

SINGLE_EQUALS = lazy(r"(?<![=!<>])=(?!=)")
SYNTAX = "Syntax error"


@rule(BLOCKING, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds selectors that are no CEL.

    The API server refuses the object. Expressions that a template or a shell fills in are left alone, and so
    are constructs that the checker does not know (they are noted as not checked). Source: the CEL grammar;
    `validateCELSelector` in Kubernetes' resource validation.
    """
    for use in selectors(context):
        fault = use.refused
        if fault and fault.message.startswith(SYNTAX):
            hint = (
                " Equality is written `==`."
                if SINGLE_EQUALS.search(use.expression)
                else _words(use.expression)
            )
            message = (
                f"This selector does not parse: {fault.message.removeprefix(SYNTAX).lstrip(': ')}.{hint}"
            )
            yield use.refusal(context, message)


def _words(expression: str) -> str:
    return " CEL writes `&&` and `||`." if re.search(r"\s(?:and|or)\s", expression, re.I) else ""
