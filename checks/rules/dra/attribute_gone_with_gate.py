"""Attributes are not asked for where a gate takes them away."""

from __future__ import annotations

from checks.context import Context
from checks.dra.gates import sets_gate
from checks.dra.outcomes import try_selector
from checks.dra.selectors import selectors
from checks.rule import BLOCKING, SELECTORS, Found, rule


@rule(BLOCKING, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds attributes that the driver leaves out when a gate is on, read without a guard in a file that
    turns this gate on.

    With the gate the devices are announced by other code, which does not give them the attribute: they end in
    "no such key" and the pod stays pending. Source: the functions that announce devices, and the gates under
    which they are called, at the head.
    """
    for use in selectors(context):
        told: set[str] = set()
        for problem in try_selector(use, context).problems:
            offer = problem.absent
            if offer is None or not offer.varies or offer.name in told:
                continue
            on = sorted(g for g in offer.gone_with if sets_gate(use.path, g, context))
            if on:
                told.add(offer.name)
                read = problem.failed.missing[0]
                message = (
                    f"With {on[0]} on, devices of the kind `{problem.kind.name}` have no {offer.sort} "
                    f"`{read.name}`; guard it, or choose by something else."
                )
                yield use.defect(context, message, about=read.name, offset=read.offset)
