"""Selectors read attributes and capacities that some device carries."""

from __future__ import annotations

from difflib import get_close_matches

from checks.cel.references import Reference
from checks.context import Context
from checks.dra.outcomes import missing_reads
from checks.dra.published import Published, published
from checks.dra.selectors import selectors
from checks.proposed_names import proposes
from checks.rule import BLOCKING, SELECTORS, Found, rule


@rule(BLOCKING, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds attributes and capacities in the driver's domain that the driver publishes for no device.

    The API server takes the object; then each device ends in "no such key", and the pod stays pending. What
    `has()` or `?` guards is left alone, and so are other drivers' domains. Source: the code that publishes
    ResourceSlices, at the head of the change.
    """
    known = None
    for use in selectors(context):
        known = known or published(context.snapshot.head, context.profile)
        for read in missing_reads(use, context):
            if read.domain not in known.drivers or proposes(context, use.path, read.name):
                continue
            if _is_unknown(read, known):
                message = (
                    f"No device of `{read.domain}` has the {read.sort} `{read.name}`; "
                    f"with it no device can be chosen and the pod stays pending.{_hint(read, known)}"
                )
                yield use.defect(context, message, about=read.name, offset=read.offset)


def _is_unknown(read: Reference, known: Published) -> bool:
    """Whether neither this domain nor another sort or the standard domain has it; those have rules."""
    elsewhere = (
        k.offer(sort, domain, read.name) for k in known.kinds for sort, domain in _places(read, known)
    )
    return not known.knows(*read.key) and not any(elsewhere)


def _places(read: Reference, known: Published) -> list[tuple[str, str]]:
    domains = {o.domain for k in known.kinds for o in k.offers}
    other = "capacity" if read.sort == "attribute" else "attribute"
    standard = domains - known.drivers
    return [(other, read.domain), *((read.sort, domain) for domain in sorted(standard))]


def _hint(read: Reference, known: Published) -> str:
    names = {o.name for k in known.kinds for o in k.offers if o.sort == read.sort and o.domain == read.domain}
    near = get_close_matches(read.name, sorted(names), 1, 0.6)
    return f" Is `{near[0]}` meant?" if near else ""
