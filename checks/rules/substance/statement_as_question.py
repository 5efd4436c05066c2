"""An open question asks somebody to decide something."""

from __future__ import annotations

import re

from checks.answers import answer, asked_for, brief, said_wrong
from checks.context import Context
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import lists, sentences
from checks.rule import OPTIONAL, Found, rule

ASKS = lazy(
    r"\?|\b(?:whether|decide\w*|decision|which|should|approv\w+|confirm\w*|agree\w*|input|feedback"
    r"|opinions?|prefer\w*|advice|advise"
    r"|guidance|please|choose|choice|undecided|unresolved|open to|to be (?:settled|agreed|decided)"
    r"|need(?:s)? (?:a|an|maintainer|sig|owner)|how (?:to|do|should|much|many|long)"
    r"|what (?:is|are|should|do|happens)|who (?:owns|should|is)|is it (?:ok|acceptable|worth)|do we|can we"
    r"|may we|TBD|not (?:yet )?(?:clear|known|sure|decided))\b",
    re.I,
)
NOTHING_OPEN = lazy(
    r"\W*(?:none|nothing|no (?:open |further |remaining )?questions?"
    r"|all (?:questions )?(?:are )?(?:resolved|answered))\b",
    re.I,
)
SETTLED = lazy(r"\b(?:resolved|answered|decided|settled|closed)\b|~~|^\W*\[?(?:x|✓|✔|done)\b", re.I)


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds entries among the open questions that state something and ask nobody to decide.

    A statement gets no answer. A lead-in that asks ("please confirm:") asks for all of its list; a question
    mark, or a word such as whether, which or decide, is enough; settled questions pass. Source: the
    template asks for explicit maintainer input.
    """
    section = answer(proposal, "questions")
    if section is None or any(ASKS.search(s.title) for s in section.walk() if s is not section):
        return
    found = list(sentences(section))
    if not found or NOTHING_OPEN.match(found[0].text):
        return
    if any(ASKS.search(s.text) for s in found if s.block.kind == "paragraph"):
        return
    evidence = asked_for(context, "explicit maintainer input", "asked to decide")
    items = [item for items in lists(section, proposal.document.text) for item in items]
    for item in items:
        if not ASKS.search(item.words) and not SETTLED.search(item.words):
            message = (
                f"“{brief(item.words)}” asks for no decision; put it as a question that a maintainer can "
                f"answer."
            )
            yield said_wrong(proposal, item.first_sentence, message, evidence)
    if not items and not any(ASKS.search(s.text) or SETTLED.search(s.text) for s in found):
        message = "This asks for no decision; put it as questions that a maintainer can answer."
        yield said_wrong(proposal, found[0], message, evidence)
