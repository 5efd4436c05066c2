"""A section that holds nothing of the author's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.answers import last_line, quote
from checks.context import Context
from checks.identity import normal
from checks.model import Defect
from checks.parse.markdown import Block, Section, is_optional
from checks.process import TemplateSection
from checks.proposal import Proposal
from checks.rule import BLOCKING, rule

GUIDANCE_WORDS = 5  # a shorter text may well stand in the guidance by chance


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """A section is empty, or holds only comments or what the template itself puts there.

    An unfilled section is a question that nobody answered, and reads as if there were nothing to say.

    Left alone: headings that only hold others, a section of which the author filled a part that has a heading
    of its own, a list of checkboxes (another rule asks for ticks), and a section set aside as not applicable.

    Source: the proposal template at the base of the change.
    """
    for wanted in context.process.sections:
        placed = proposal.places.get(wanted.key)
        if placed is None or wanted.purpose in context.profile.proposals.optional_sections:
            continue
        section = placed.section
        if not proposal.touches(section.line, last_line(section)):
            continue
        if wanted.is_heading_only or is_optional(wanted.title) or _filled_below(proposal, section, context):
            continue
        if _unfilled(proposal, section, wanted):
            yield _defect(proposal, section, wanted, context)


def _unfilled(proposal: Proposal, section: Section, wanted: TemplateSection) -> bool:
    blocks = list(_own_blocks(proposal, section))
    if any(b.task is not None for b in blocks):
        return False
    return not any(_is_authors(b, wanted) for b in blocks)


def _filled_below(proposal: Proposal, section: Section, context: Context) -> bool:
    """Whether a section below, which the template asks for by itself, holds something of the author's."""
    inside = {id(s) for child in section.children for s in child.walk()}
    return any(
        id(p.section) in inside
        and key in context.process.by_key
        and _answers(proposal, p.section, key, context)
        for key, p in proposal.places.items()
    )


def _answers(proposal: Proposal, section: Section, key: str, context: Context) -> bool:
    wanted = context.process.by_key[key]
    return any(_is_authors(b, wanted) for b in _own_blocks(proposal, section))


def _own_blocks(proposal: Proposal, section: Section) -> Iterator[Block]:
    """The section's blocks without those of sections below that the template asks for by themselves."""
    others = {id(p.section) for p in proposal.places.values() if p.section is not section}
    yield from section.blocks
    for child in section.children:
        if id(child) not in others:
            yield from _own_blocks(proposal, child)


def _is_authors(block: Block, wanted: TemplateSection) -> bool:
    said = normal(block.plain or block.content)
    if not said or said in normal(wanted.body):
        return False
    return len(said.split()) < GUIDANCE_WORDS or said not in normal(wanted.guidance)


def _defect(proposal: Proposal, section: Section, wanted: TemplateSection, context: Context) -> Defect:
    evidence = context.process.asks_for(wanted)
    return Defect(
        path=proposal.path,
        line=section.line,
        message=f"“{section.title}” is not filled in: it holds "
        f"{'nothing' if section.is_empty else 'only what the template puts there'}. "
        "Answer it, or say why it does not apply.",
        section=section.title,
        anchor=wanted.title,
        text="unfilled",
        evidence=(quote(proposal, section.line), evidence) if evidence else (quote(proposal, section.line),),
    )
