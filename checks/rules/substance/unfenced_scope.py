"""The non-goals fence something out."""

from __future__ import annotations

import re

from checks.answers import answer, asked_for, gap
from checks.context import Context
from checks.proposal import Proposal
from checks.prose import prose, word_count
from checks.rule import BLOCKING, Found, rule

NOTHING = re.compile(
    r"\W*(?:none(?: (?:so far|yet|known|at (?:the|this) (?:moment|time|point)))?\W*\Z"
    r"|(?:there are )?(?:no (?:explicit |specific |particular )?non-?goals"
    r"|nothing(?: is)?(?: explicitly)? (?:out of scope|excluded)|everything (?:is in scope|related)))",
    re.I,
)
FEWEST_WORDS = 3


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds non-goals that keep nothing out: "no non-goals", "everything is in scope", or a word or two.

    Without a fence the review widens the change. A list item that says something fences it out. Source: the
    template calls the section an explicit fence.
    """
    section = answer(proposal, "non-goals")
    if section is None:
        return
    text = prose(section)
    listed = any(block.kind == "item" for block in section.all_blocks())
    if (listed or word_count(text) >= FEWEST_WORDS) and not NOTHING.match(text):
        return
    message = (
        f"{section.title} fences nothing out; name at least one related thing that this change leaves alone."
    )
    yield gap(proposal, section, message, asked_for(context, "NOT proposing", "stays out"), about="non-goal")
