"""The summary is one paragraph that reads as a release note."""

from __future__ import annotations

import re

from checks.answers import answer, asked_for, brief, gap, said_wrong
from checks.context import Context
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import prose, sentences, word_count
from checks.rule import OPTIONAL, Found, rule

MOST_WORDS = 230
FEW_WORDS = 90  # two short paragraphs still read as one note
ABOUT_ITSELF = lazy(
    r"\bthis (?:document|proposal|doc|text|page) (?:looks (?:at|into)|discusses|explores|examines|considers"
    r"|investigates|surveys|is about|deals with|talks about|tries to|attempts to|aims to)\b",
    re.I,
)


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a summary of several paragraphs, one too long for a release note, or one about the document.

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
    elif about := next((s for s in sentences(section) if ABOUT_ITSELF.search(s.text)), None):
        message = (
            f"“{brief(about.text)}” speaks of the document; say what a user gets, as a release note does."
        )
        yield said_wrong(proposal, about, message, asked_for(context, "One paragraph"))
        return
    else:
        return
    message = f"{said}; make it one paragraph that users can read as the release note."
    yield gap(proposal, section, message, asked_for(context, "One paragraph"), about="one paragraph")
