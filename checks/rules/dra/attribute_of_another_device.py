"""Selectors read what the devices of their class carry."""

from __future__ import annotations

from checks.cel.references import Reference
from checks.context import Context
from checks.dra.outcomes import Trial, try_selector
from checks.dra.published import DeviceKind, published
from checks.dra.selectors import selectors
from checks.prose import listed
from checks.rule import BLOCKING, SELECTORS, Found, rule


@rule(BLOCKING, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds attributes and capacities that only another kind of device carries than the class lets through.

    Such as a profile asked of whole devices: each of them ends in "no such key", and the pod stays pending. A
    class or a test of the kind that keeps the others away makes it right. Source: the classes of the chart
    and the code that publishes ResourceSlices, both at the head.
    """
    for use in selectors(context):
        trial = try_selector(use, context)
        for read, kinds in _reads(trial).items():
            owners = [
                k for k in published(context.snapshot.head, context.profile).kinds if k.offer(*read.key)
            ]
            if owners:
                message = (
                    f"A device of the kind {_names(kinds)} has no {read.sort} `{read.name}`, and the "
                    f"selector reads it there; only {_names(owners)} has it. The pod stays pending."
                )
                yield use.defect(context, message, about=read.name, offset=read.offset)


def _reads(trial: Trial) -> dict[Reference, list[DeviceKind]]:
    """What is read and never there, with the kinds that lack it."""
    found: dict[Reference, list[DeviceKind]] = {}
    for problem in trial.problems:
        if problem.absent or not problem.kind.offers:
            continue
        for read in problem.failed.missing:
            if read.domain == problem.kind.driver or trial.use.class_expressions is not None:
                kinds = found.setdefault(read, [])
                kinds += [problem.kind] if problem.kind not in kinds else []
    return found


def _names(kinds: list[DeviceKind]) -> str:
    return listed([f"`{k.name}`" for k in kinds], "or")
