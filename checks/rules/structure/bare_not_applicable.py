"""A section set aside without a reason."""

from __future__ import annotations

from collections.abc import Iterable

from checks.answers import last_line, quote
from checks.context import Context
from checks.model import Defect
from checks.proposal import Proposal, set_aside
from checks.rule import BLOCKING, rule


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """A section says “N/A” or “not applicable” and not why.

    The reason is what a reviewer checks; without one the section may as well have been forgotten.

    Left alone: “N/A” with a reason, “None” where that is the answer, and table cells.

    Source: the review guide of the project: a section may be marked not applicable with a short reason.
    """
    for wanted in context.process.sections:
        placed = proposal.places.get(wanted.key)
        if placed is None or set_aside(placed.section) != "":
            continue
        section = placed.section
        if proposal.touches(section.line, last_line(section)):
            block = next(b for b in section.all_blocks() if b.plain.strip())
            yield Defect(
                path=proposal.path,
                line=block.line,
                message=f"“{section.title}” is set aside without a reason. Say in a few words "
                "why it does not apply.",
                section=section.title,
                anchor=wanted.title,
                text="bare",
                evidence=(quote(proposal, block.line),),
            )
