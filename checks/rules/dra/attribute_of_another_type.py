"""Attributes are used as what they are published as."""

from __future__ import annotations

from checks.context import Context
from checks.dra.selectors import selectors
from checks.dra.typed import misuses
from checks.proposed_names import proposes
from checks.rule import BLOCKING, SELECTORS, Found, rule

CALLED = {"int": "a number", "string": "text", "bool": "true or false", "version": "a version"}


@rule(BLOCKING, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds methods and operators on an attribute that its type does not have, such as `startsWith` on a
    number, and equality with a value of another type, such as `== "true"` on a truth value.

    The API server takes both, since an attribute's type shows only on the device. There the first ends in
    "no such overload" and the second never holds, so the pod stays pending. Versions that an operator
    compares have a rule of their own; attributes that come in several types are left alone. Source: the code
    that publishes ResourceSlices, at the head; the overloads of CEL.
    """
    for use in selectors(context):
        for one in misuses(use, context) if use.literal else ():
            name = one.read.name
            if proposes(context, use.path, name):
                continue
            kind = CALLED.get(one.type, f"of the type {one.type}")
            message = f"`{name}` is {kind}, and {one.words}; the pod stays pending."
            yield use.defect(context, message, about=name, offset=one.offset)
