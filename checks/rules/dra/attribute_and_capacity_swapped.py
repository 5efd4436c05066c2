"""Attributes are read as attributes, capacities as capacities."""

from __future__ import annotations

from checks.context import Context
from checks.dra.outcomes import missing_reads
from checks.dra.published import published
from checks.dra.selectors import selectors
from checks.model import Evidence
from checks.rule import BLOCKING, SELECTORS, Found, rule

MAPS = {"attribute": "device.attributes", "capacity": "device.capacity"}
OTHER = {"attribute": "capacity", "capacity": "attribute"}


@rule(BLOCKING, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds a capacity read in `device.attributes`, or an attribute read in `device.capacity`.

    It is not there: each device ends in "no such key", and the pod stays pending. Source: the code that
    publishes ResourceSlices, at the head of the change.
    """
    for use in selectors(context):
        for read in missing_reads(use, context):
            known = published(context.snapshot.head, context.profile)
            other = OTHER[read.sort]
            found = known.offers(other, read.domain, read.name)
            if found and not known.knows(*read.key):
                message = (
                    f'`{read.name}` is {_a(other)}: read it as `{MAPS[other]}["{read.domain}"].{read.name}`.'
                )
                where = Evidence(found[0].path, found[0].line, f"{other} {found[0].name}")
                yield use.defect(context, message, where, about=read.name, offset=read.offset)


def _a(sort: str) -> str:
    return "an attribute" if sort == "attribute" else "a capacity"
