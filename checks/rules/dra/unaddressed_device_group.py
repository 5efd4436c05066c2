"""A proposal about passing devices through says what goes with the device."""

from __future__ import annotations

import re

from checks.answers import document_prose
from checks.context import Context
from checks.dra.claimed import at_section
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.rule import OPTIONAL, Found, rule

SUBJECT = lazy(r"\bVFIO\b|vfio-pci|\bpass-?through\b", re.I)
SPOKEN = lazy(r"IOMMU|\bunb(?:ind|ound)\w*|\brebind\w*|driver binding|host driver|Fabric Manager", re.I)
ENOUGH = 3


@rule(OPTIONAL, Proposal, preview=True)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds proposals about VFIO passthrough that speak neither of the IOMMU group nor of unbinding the
    host's driver.

    The whole group moves with the device, and the host loses its driver; both bind what else may run on the
    node. A document whose title and summary speak of something else passes. Source: the VFIO documentation of
    the Linux kernel.
    """
    section = proposal.section("design") or proposal.section("proposal")
    text = document_prose(proposal)
    if section is None or not proposal.touches(section.line, section.end_line):
        return
    summary = proposal.words("summary")
    mentioned_only = summary and not SUBJECT.search(f"{proposal.title} {summary}")
    if not mentioned_only and len(SUBJECT.findall(text)) >= ENOUGH and not SPOKEN.search(text):
        message = (
            "Passthrough moves the whole IOMMU group and takes the device from the host's driver; say what "
            "that "
            "means for the node."
        )
        yield at_section(proposal.document, section, message, context, about="iommu group")
