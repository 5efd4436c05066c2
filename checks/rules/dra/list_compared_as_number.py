"""Attributes that are lists are asked for what they include."""

from __future__ import annotations

from checks.context import Context
from checks.dra.gates import sets_gate
from checks.dra.published import published
from checks.dra.selectors import selectors
from checks.rule import BLOCKING, SELECTORS, Found, rule


@rule(BLOCKING, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds `== 0` on an attribute that is a list under a gate, in a file that turns this gate on.

    A list equals no number: the selector is false on every device, with no error to see. Without the gate
    the attribute is a number, and `==` is right. Source: the code that publishes ResourceSlices, at the head.
    """
    known = None
    for use in selectors(context):
        known = known or published(context.snapshot.head, context.profile)
        for one in use.reading.comparisons if use.reading else ():
            gates = {g for o in known.offers(*one.reference.key) for g in o.list_gates}
            on = sorted(g for g in gates if sets_gate(use.path, g, context))
            if on and one.operator in ("==", "!=", "<", "<=", ">", ">=", "in"):
                name = one.reference.name
                message = (
                    f"With {on[0]} on, `{name}` is a list and equals no single value; write `.includes(…)`."
                )
                yield use.defect(context, message, about=name, offset=one.offset)
