"""A section set aside without a reason."""

from __future__ import annotations

from collections.abc import Iterable

from checks.answers import NAMED_ONLY, brief, last_line, quote, said_wrong
from checks.context import Context
from checks.model import Defect, Severity
from checks.proposal import Proposal, set_aside
from checks.prose import sentences
from checks.rule import BLOCKING, rule

NOT_APPLICABLE = ("n/a", "not applicable")


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """A section says “N/A” or “not applicable” and not why.

    The reason is what a reviewer checks; without one the section may as well have been forgotten.

    Left alone: “N/A” with a reason, “None” where that is the answer, and table cells. A kind of test that the
    test plan sets aside without a reason is told as an optional finding, also in a table.

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
    yield from _tests(proposal)


def _tests(proposal: Proposal) -> Iterable[Defect]:
    """Kinds of test with nothing behind them but “N/A”; why one cannot be run is what reviewers ask."""
    for sentence in sentences(proposal.section("tests")):
        found = NAMED_ONLY.fullmatch(sentence.text)
        if found and found["said"].casefold() in NOT_APPLICABLE and proposal.touches(sentence.line):
            kind = found["case"].strip(" |")
            message = f"“{brief(kind, 40)}” is set aside without a reason. Say in a few words why."
            yield said_wrong(proposal, sentence, message, severity=Severity.OPTIONAL)
