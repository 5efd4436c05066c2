"""The scheduler allocates; the driver's controller does not."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import quoted, said_in, touched_sentences
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import denies
from checks.rule import OPTIONAL, Found, rule

CLAIM = lazy(
    r"\b(?:the|our|driver's|DRA|a new)\s+(?:\w+[- ])?controller\s+(?:then\s+|itself\s+)?(?:picks?|selects?"
    r"|chooses?|allocates?|assigns?)\s+"
    r"(?:\w+\s+){0,2}?(?:GPUs?|devices?|ResourceClaims?)\b",
    re.I,
)


@rule(OPTIONAL, Proposal, preview=True)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds proposals in which the driver's controller chooses the device of a claim.

    Since structured parameters the scheduler allocates, and writes the claim's status alone; a second
    writer would race with it. Sentences that deny it pass. Source: KEP-4381.
    """
    for sentence in touched_sentences(proposal.document, context):
        if CLAIM.search(sentence.text) and not denies(sentence.text):
            message = (
                f"“{quoted(sentence.text)}” — the scheduler allocates devices and writes the claim's "
                "status; say how "
                "the two do not race, or leave the choice to selectors."
            )
            yield said_in(proposal.document, sentence, message, context)
