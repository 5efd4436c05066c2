"""The summary is one paragraph that reads as a release note."""

from __future__ import annotations

from checks.answers import answer, asked_for, gap
from checks.context import Context
from checks.proposal import Proposal
from checks.prose import prose, word_count
from checks.rule import OPTIONAL, Found, rule

MOST_WORDS = 230
FEW_WORDS = 90  # two short paragraphs still read as one note


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a summary of several paragraphs, or one too long for a release note.

    Users read it on the day of the release; what does not fit in a paragraph is not yet understood. Two short
    paragraphs pass. Source: the template's own words on the summary.
    """
    section = answer(proposal, "summary")
    if section is None:
        return
    words = word_count(prose(section))
    paragraphs = sum(block.kind == "paragraph" for block in section.all_blocks())
    if paragraphs > 1 and words > FEW_WORDS:
        said = f"{section.title} has {paragraphs} paragraphs"
    elif words > MOST_WORDS:
        said = f"{section.title} has {words} words"
    else:
        return
    message = f"{said}; make it one paragraph that users can read as the release note."
    yield gap(proposal, section, message, asked_for(context, "One paragraph"), about="one paragraph")
