"""Attributes are compared with words that they may hold."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.cel.references import Comparison
from checks.context import Context
from checks.dra.published import Published, published
from checks.dra.selectors import selectors
from checks.prose import listed
from checks.rule import OPTIONAL, SELECTORS, Found, rule


@rule(OPTIONAL, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds text that an attribute never holds: another spelling of a value that it does, or a kind of
    device that there is not.

    The selector is false on every device, with no error to see. Source: the words that the publishing code
    writes, and the forms of values that the project's profile names.
    """
    known = None
    for use in selectors(context):
        known = known or published(context.snapshot.head, context.profile)
        for one in use.reading.comparisons if use.reading and use.literal else ():
            for value in one.values if one.operator in ("==", "in") else ():
                right = list(_instead(one, value, known, context)) if isinstance(value, str) else []
                if right:
                    name = one.reference.name
                    message = f'`{name}` is never "{value}"; it is {listed([f"`{v}`" for v in right], "or")}.'
                    yield use.defect(context, message, about=f"{name} {value}", offset=one.offset)


def _instead(one: Comparison, value: str, known: Published, context: Context) -> Iterator[str]:
    read = one.reference
    words = {o.value for o in known.offers(*read.key)}
    if words and None not in words:
        yield from sorted(w for w in words if w is not None and value not in words)
        return
    form = context.profile.contracts.attribute_values.get(read.name) if read.domain in known.drivers else None
    if form is None or re.fullmatch(form, value):
        return
    plain = [v for v in form.split("|") if re.fullmatch(r"[\w ]+", v)]
    near = [
        v
        for v in plain
        if v.casefold() == value.casefold() or v.casefold().startswith(value.casefold() + " ")
    ]
    if not plain and re.fullmatch(form, value, re.I):
        near = [value.casefold()]
    yield from near
