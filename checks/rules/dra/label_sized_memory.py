"""A slice's memory is not asked for by its label."""

from __future__ import annotations

from checks.cel.references import Comparison
from checks.context import Context
from checks.dra.outcomes import try_selector
from checks.dra.selectors import SelectorUse, selectors
from checks.pattern import lazy
from checks.rule import OPTIONAL, SELECTORS, Found, rule

AT_LEAST = lazy(r"\)\s*>=\s*0")
LABELS = frozenset({"5Gi", "10Gi", "20Gi", "40Gi", "6Gi", "12Gi", "24Gi", "47Gi", "48Gi", "80Gi"})


@rule(OPTIONAL, Context, preview=True, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds slices of a device asked for at least the whole number of GiB that their profile's label names.

    The usable memory of a slice lies below its label (`1g.5gb` has about 4864Mi), so none fits. The
    profile itself, or a smaller amount, is what is meant. Source: the MIG profiles of NVIDIA's user
    guide.
    """
    for use in selectors(context):
        for one in use.reading.comparisons if use.reading and use.literal else ():
            if _is_label(one) and AT_LEAST.search(use.expression) and _slices_only(use, context):
                message = (
                    f"A slice has less memory than its label says: none has {one.values[0]} of a "
                    f"`{str(one.values[0])[:-2].lower()}gb` profile. Select by `profile`, or ask for less."
                )
                yield use.defect(context, message, about=str(one.values[0]), offset=one.offset)


def _is_label(one: Comparison) -> bool:
    read = one.reference
    compared = one.operator == "compareTo" and one.made_by == "quantity"
    return compared and read.sort == "capacity" and read.name == "memory" and one.values[0] in LABELS


def _slices_only(use: SelectorUse, context: Context) -> bool:
    kinds = try_selector(use, context).kinds
    return bool(kinds) and all(k.offer("attribute", k.driver, "profile") for k in kinds)
