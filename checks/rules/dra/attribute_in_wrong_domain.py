"""Attributes are read in the domain that they stand in."""

from __future__ import annotations

from checks.cel.references import Reference
from checks.context import Context
from checks.dra.kubernetes import STANDARD_DOMAIN
from checks.dra.outcomes import missing_reads
from checks.dra.published import Published, published
from checks.dra.selectors import selectors
from checks.rule import BLOCKING, SELECTORS, Found, rule


@rule(BLOCKING, Context, among=SELECTORS)
def check(context: Context, _: Context) -> Found:
    """Finds a standard attribute read in the driver's domain, the driver's own in the standard one, and
    the driver's domain cut short.

    Each device ends in "no such key", and the pod stays pending. Domains of other drivers are left alone.
    Source: the code that publishes ResourceSlices, at the head; `resource.kubernetes.io` attributes of
    Kubernetes.
    """
    for use in selectors(context):
        for read in missing_reads(use, context):
            known = published(context.snapshot.head, context.profile)
            domain = _right_domain(read, known)
            if domain:
                message = (
                    f"`{read.name}` does not stand in `{read.domain}`: "
                    f'read it as `device.{_map(read)}["{domain}"].{read.name}`.'
                )
                yield use.defect(context, message, about=f"{read.domain}/{read.name}", offset=read.offset)


def _map(read: Reference) -> str:
    return "attributes" if read.sort == "attribute" else "capacity"


def _right_domain(read: Reference, known: Published) -> str | None:
    if known.knows(*read.key) or not (read.domain in known.drivers or _is_short(read.domain, known)):
        return None
    others = (
        (STANDARD_DOMAIN, *sorted(known.drivers)) if read.domain != STANDARD_DOMAIN else sorted(known.drivers)
    )
    right = [d for d in others if d != read.domain and known.offers(read.sort, d, read.name)]
    return right[0] if right else None


def _is_short(domain: str, known: Published) -> bool:
    return domain == STANDARD_DOMAIN or any(
        d.endswith("." + domain) or f".{d}" == domain for d in known.drivers
    )
