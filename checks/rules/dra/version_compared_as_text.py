"""Versions are compared as versions."""

from __future__ import annotations

from checks.cel.references import Comparison
from checks.context import Context
from checks.dra.published import Published, published
from checks.dra.selectors import selectors
from checks.rule import BLOCKING, SELECTORS, Found, rule

ORDER = {"<": "< 0", "<=": "<= 0", ">": "> 0", ">=": ">= 0", "==": "== 0", "!=": "!= 0"}


@rule(BLOCKING, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds version attributes that an operator compares with text or a number.

    The expression compiles, since an attribute's type shows only on the device; there it has no such
    overload, or is never true. Source: the code that publishes ResourceSlices, at the head; Kubernetes' CEL
    library for semantic versions.
    """
    known = None
    for use in selectors(context):
        known = known or published(context.snapshot.head, context.profile)
        for one in use.reading.comparisons if use.reading else ():
            read = one.reference
            if _is_version(one, known) and one.operator in (*ORDER, "in"):
                message = (
                    f"`{read.name}` is a version, and `{one.operator}` does not compare it with "
                    f'{_shown(one)}; write `.compareTo(semver("1.2.3")) {ORDER.get(one.operator, "== 0")}` '
                    "with the version meant."
                )
                yield use.defect(context, message, about=read.name, offset=one.offset)


def _is_version(one: Comparison, known: Published) -> bool:
    types = {t for o in known.offers(*one.reference.key) for t in o.types}
    plain = all(isinstance(v, str | int | float) for v in one.values)
    return types == {"version"} and bool(one.values) and plain


def _shown(one: Comparison) -> str:
    value = one.values[0]
    return f'the text "{value[:40]}"' if isinstance(value, str) else f"the number {value}"
