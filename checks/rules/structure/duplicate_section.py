"""Two sections of one heading."""

from __future__ import annotations

from collections.abc import Iterable

from checks.answers import last_line, quote
from checks.context import Context
from checks.model import Defect
from checks.parse.markdown import Section, same_title
from checks.proposal import Proposal
from checks.rule import BLOCKING, rule


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """A heading of the template stands in the document twice.

    Two answers to one question drift apart, and a reader who found the first does not look for the second.

    Left alone: headings that the template does not have, and the same heading inside another section that the
    template does not divide, such as “Risks” of each alternative.

    Source: the proposal template at the base of the change.
    """
    seen: dict[str, Section] = {}
    asked = {same_title(s.title): s for s in context.process.sections}
    for section in proposal.document.sections():
        title = same_title(section.title)
        if title not in asked or section.level > asked[title].level:
            continue
        first = seen.setdefault(title, section)
        if first is not section and proposal.touches(section.line, last_line(section)):
            yield Defect(
                path=proposal.path,
                line=section.line,
                message=f"“{section.title}” already stands at line {first.line}. "
                "Keep one of the two sections.",
                section=section.title,
                anchor=section.title,
                text="duplicate",
                evidence=(quote(proposal, first.line), quote(proposal, section.line)),
            )
