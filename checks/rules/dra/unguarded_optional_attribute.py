"""What not every device carries is read with a guard."""

from __future__ import annotations

from checks.context import Context
from checks.dra.gates import sets_gate
from checks.dra.outcomes import Problem, try_selector
from checks.dra.selectors import SelectorUse, selectors
from checks.model import Evidence
from checks.rule import OPTIONAL, SELECTORS, Found, rule


@rule(OPTIONAL, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds attributes that the driver publishes under a condition only, read without `has()` or `?`.

    One node whose devices lack it is enough: its devices end in "no such key", and the pod stays pending. A
    file that sets the gate under which they are published is left alone, and so are capacities. Source: the
    code that publishes ResourceSlices, at the head.
    """
    for use in selectors(context):
        told: set[str] = set()
        for problem in try_selector(use, context).problems:
            offer = problem.absent
            if offer is None or offer.sort != "attribute" or offer.varies or offer.name in told:
                continue
            told.add(offer.name)
            if not (offer.gates and all(sets_gate(use.path, g, context) for g in offer.gates)):
                yield use.defect(
                    context,
                    _message(use, problem),
                    Evidence(offer.path, offer.line, f"{offer.sort} {offer.name}"),
                    about=offer.name,
                    offset=problem.failed.missing[0].offset,
                )


def _message(use: SelectorUse, problem: Problem) -> str:
    offer = problem.absent
    if offer is None:
        return ""
    name = problem.failed.missing[0].name
    when = f" It is published only with {', '.join(sorted(offer.gates))}." if offer.gates else ""
    guard = f'`device.attributes["{offer.domain}"].?{name}.orValue(…)` or `has(…) &&`'
    return f"Not every device has the attribute `{name}`; guard it with {guard}.{when}"
