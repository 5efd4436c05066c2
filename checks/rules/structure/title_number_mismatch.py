"""A title that bears another number than the file."""

from __future__ import annotations

from collections.abc import Iterable

from checks.answers import quote
from checks.context import Context
from checks.model import Defect, Suggestion
from checks.proposal import Proposal, number_of
from checks.rule import BLOCKING, rule


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """The title, in the front matter or the first heading, begins with another number than the file name.

    One of the two is wrong, and links to it will name the other.

    Left alone: a title without a number, and a file without one.

    Source: the template's title `NNNN — Template` and the process page at the base of the change.
    """
    if proposal.number is None:
        return
    for line, title in _titles(proposal):
        said = number_of(title)
        if said is None or int(said) == int(proposal.number):
            continue
        if not (proposal.touches(line) or proposal.is_at_new_path):
            continue
        text = proposal.document.text.line(line)
        yield Defect(
            path=proposal.path,
            line=line,
            message=f"The title says {said}, the file name {proposal.number}.",
            anchor="title",
            text=said,
            evidence=(quote(proposal, line),),
            suggestion=Suggestion(proposal.path, line, line, text.replace(said, proposal.number, 1)),
        )


def _titles(proposal: Proposal) -> Iterable[tuple[int, str]]:
    said = proposal.front_matter.fields.get("title") if proposal.front_matter else None
    if said:
        yield said[1], said[0]
    for section in proposal.document.sections():
        if section.level == 1:
            yield section.line, section.title
            return
