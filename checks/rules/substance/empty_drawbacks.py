"""There is a case against the change."""

from __future__ import annotations

import re

from checks.answers import UNWRITTEN, asked_for, gap, touched
from checks.context import Context
from checks.pattern import lazy
from checks.proposal import Proposal, set_aside
from checks.prose import prose, word_count
from checks.rule import BLOCKING, Found, rule

DENIED = lazy(
    r"\W*(?:none\b|nothing\b|no (?:known |real |significant |obvious |major |notable )?(?:drawbacks?"
    r"|downsides?|disadvantages?)"
    r"|there (?:are|is|seem to be) (?:no|none|not any)\b|we (?:see|know of|are aware of|could not find"
    r"|found) (?:no|none|any)\b)",
    re.I,
)
POINTER = lazy(r"\W*(?:see|as (?:listed|said|described)|covered (?:in|by|under))\b", re.I)
MOST_WORDS = 14  # a longer text that begins so goes on to make a case, or gives its reason
FEWEST_WORDS = 4


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds drawbacks that say there are none.

    Each change costs something: code to keep, a choice to explain, a door that closes. A reasoned text
    passes, however it begins. Source: the template: if you can't find one, the proposal isn't ready.
    """
    section = proposal.section("drawbacks")
    if section is None or section.is_empty or not touched(proposal, section):
        return
    text = prose(section)
    count = word_count(text)
    if UNWRITTEN.match(text) or set_aside(section) is not None or POINTER.match(text):
        return
    if (DENIED.match(text) and count <= MOST_WORDS) or count < FEWEST_WORDS:
        message = (
            f"{section.title} makes no case against the change; say what it costs, or who would be worse off."
        )
        yield gap(proposal, section, message, asked_for(context, "Steelman", "case against"), about="no case")
