"""A section that the template asks for and the document lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from checks.answers import quote
from checks.context import Context
from checks.headings import Placed, heading_lines
from checks.model import Defect, Severity, Suggestion
from checks.parse.markdown import is_optional, same_title
from checks.process import TemplateSection
from checks.proposal import Proposal
from checks.prose import listed
from checks.rule import BLOCKING, rule

MOST_NAMED = 4


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """A section of the project's template is not in the document, or goes by another heading.

    Reviewers read proposals by their headings; what has none is not asked about until the code is there.
    A heading that only sounds otherwise is told as an optional finding, with the template's own heading.

    So are the parts of a section, together, where no profile says what they are for.

    Left alone: sections that the project lets authors drop or whose heading says that they may, headings that
    only hold others, and what an edited document already lacked.

    Source: the proposal template at the base of the change.
    """
    parts: dict[str, list[TemplateSection]] = {}
    for wanted in context.process.sections:
        if wanted.purpose in context.profile.proposals.optional_sections or is_optional(wanted.title):
            continue
        placed = proposal.places.get(wanted.key)
        if placed is None and _was_lost(proposal, wanted):
            if wanted.parent and not wanted.purpose and context.profile.proposals.discover:
                parts.setdefault(same_title(wanted.parent), []).append(wanted)
            else:
                yield from _missing(proposal, wanted, context)
        elif placed and not placed.exact and _is_new(proposal, placed):
            yield _renamed(proposal, wanted, placed, context)
    yield from _parts_missing(proposal, parts, context)


def _parts_missing(
    proposal: Proposal, parts: Mapping[str, Sequence[TemplateSection]], context: Context
) -> Iterator[Defect]:
    """One finding for each section that stands there without parts; no profile says that these must."""
    for above in context.process.sections:
        placed, lost = proposal.places.get(above.key), parts.get(same_title(above.title), ())
        if placed is None or not lost or is_optional(above.title):
            continue
        evidence = context.process.asks_for(lost[0])
        named = [f"“{s.title}”" for s in lost[:MOST_NAMED]]
        more = len(lost) - len(named)
        yield Defect(
            path=proposal.path,
            line=placed.section.line,
            message=f"Under “{above.title}” the template also asks for "
            f"{listed([*named, f'{more} more'] if more else named, 'and')}.",
            section=placed.section.title,
            anchor=above.title,
            text="parts missing",
            evidence=(evidence,) if evidence else (),
            severity=Severity.OPTIONAL,
        )


def _was_lost(proposal: Proposal, wanted: TemplateSection) -> bool:
    return proposal.is_new or (proposal.before is not None and wanted.key in proposal.before.places)


def _is_new(proposal: Proposal, placed: Placed) -> bool:
    first, last = heading_lines(proposal.document.text.lines, placed.section)
    return proposal.touches(first, last)


def _missing(proposal: Proposal, wanted: TemplateSection, context: Context) -> Iterable[Defect]:
    below = [s for s in context.process.sections if s.parent == wanted.title]
    if wanted.is_heading_only and below and not _holds_some(proposal, wanted, below):
        return
    evidence = context.process.asks_for(wanted)
    yield Defect(
        path=proposal.path,
        line=_where(proposal, wanted, context),
        message=f"The section “{wanted.title}” is missing. Add it, or keep its heading "
        "and say why it does not apply.",
        section=wanted.title,
        anchor=wanted.title,
        text="missing",
        evidence=(evidence,) if evidence else (),
    )


def _holds_some(proposal: Proposal, wanted: TemplateSection, below: Iterable[TemplateSection]) -> bool:
    """Whether a section stands there, deep enough to be meant to stand under the missing heading."""
    placed = (p for p in (proposal.places.get(s.key) for s in below) if p)
    return any(p.exact and p.section.level > wanted.level for p in placed)


def _where(proposal: Proposal, wanted: TemplateSection, context: Context) -> int:
    """The heading that the missing one would follow."""
    line = 1
    for section in context.process.sections:
        if section.key == wanted.key:
            return line
        placed = proposal.places.get(section.key)
        line = placed.section.line if placed and placed.exact else line
    return line


def _renamed(proposal: Proposal, wanted: TemplateSection, placed: Placed, context: Context) -> Defect:
    section = placed.section
    first, last = heading_lines(proposal.document.text.lines, section)
    evidence = context.process.asks_for(wanted)
    return Defect(
        path=proposal.path,
        line=first,
        message=f"“{section.title}” seems to be what the template calls “{wanted.title}”. Use that heading, "
        "so that reviewers find it.",
        section=wanted.title,
        anchor=wanted.title,
        text="renamed",
        evidence=(quote(proposal, first), evidence) if evidence else (quote(proposal, first),),
        suggestion=Suggestion(proposal.path, first, last, f"{'#' * wanted.level} {wanted.title}"),
        severity=Severity.OPTIONAL,
    )
