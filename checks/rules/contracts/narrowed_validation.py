"""A value that was accepted and is no more."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect, Fact, Severity
from checks.pattern import lazy
from checks.proofs import at_fact
from checks.prose import listed
from checks.rule import BLOCKING, OPTIONAL, rule
from checks.rules.contracts.migration import is_explained

ENUM = lazy(r"validation:Enum:?=(?P<values>[^\s,]+)")
BOUND = lazy(
    r"validation:(?P<key>Minimum|MinLength|MinItems|Maximum|MaxLength|MaxItems):?=(?P<value>-?\d{1,18})"
)
RAISED = ("Minimum", "MinLength", "MinItems")


@rule(BLOCKING, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """The validation of a field that exists loses a value of its enumeration, or draws a bound closer.

    Objects that are in the cluster with such a value can no longer be updated, not even by the controller.

    Left alone: values and bounds that widen, and what the change speaks of as gone. A bound is optional to
    mend, since often nothing lies beyond it.

    Source: the API conventions of Kubernetes: validation of a served version does not tighten.
    """
    if fact.kind != "api-marker-changed" or is_explained(fact, context):
        return
    lost = _values(fact.before) - _values(fact.after) if _values(fact.after) else set()
    closer = _closer(fact)
    if lost or closer:
        severity: Severity = BLOCKING if lost else OPTIONAL
        what = f"{listed(f'`{v}`' for v in sorted(lost))}" if lost else closer
        message = (
            f"`{fact.symbol}` no longer accepts {what}; objects that have it cannot be updated any more. "
            "Keep accepting it, or convert what is stored."
        )
        yield at_fact(fact, context, message, severity=severity)


def _values(marker: str | None) -> set[str]:
    found = ENUM.search(marker or "")
    return {v.strip('"{}') for v in re.split("[;,]", found["values"])} if found else set()


def _closer(fact: Fact) -> str:
    """The bound that leaves out what was allowed, in words."""
    before = {m["key"]: int(m["value"]) for m in BOUND.finditer(fact.before or "")}
    for found in BOUND.finditer(fact.after or ""):
        key, value, old = found["key"], int(found["value"]), before.get(found["key"])
        if old is not None and (value > old if key in RAISED else value < old):
            return f"values {'below' if key in RAISED else 'above'} {value}"
    return ""
