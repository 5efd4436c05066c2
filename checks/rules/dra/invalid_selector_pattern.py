"""Patterns in selectors are regular expressions of RE2."""

from __future__ import annotations

from checks.cel.evaluation import pattern_fault
from checks.context import Context
from checks.dra.selectors import selectors
from checks.rule import BLOCKING, SELECTORS, Found, rule


@rule(BLOCKING, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds patterns in `matches`, `find` and `findAll` that RE2 refuses, such as `[` or a look-ahead.

    The API server compiles literal patterns when the object is created. Source: the validators of
    Kubernetes' CEL environment; RE2's syntax.
    """
    for use in selectors(context):
        for pattern, offset in use.reading.patterns if use.reading and use.literal else ():
            fault = pattern_fault(pattern)
            if fault:
                message = f"The pattern `{pattern[:100]}` is not valid: {fault}."
                yield use.defect(context, message, about=pattern, offset=offset)
