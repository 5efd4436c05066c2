"""Alpha gates are off, Beta gates on."""

from __future__ import annotations

import re

from checks.answers import answer, asked_for, said_wrong
from checks.context import Context
from checks.proposal import Proposal
from checks.proposed_gates import proposed_gate
from checks.prose import sentences
from checks.rule import BLOCKING, Found, rule

ON = re.compile(
    r"\b(?:on by default|enabled by default|defaults? (?:is |to |of |= ?)?[\"']?(?:on|true|enabled)|(?:on"
    r"|true) by default|default[- ]on)\b",
    re.I,
)
OFF = re.compile(
    r"\b(?:off by default|disabled by default|defaults? (?:is |to |of |= ?)?[\"']?(?:off|false|disabled)"
    r"|(?:off|false) by default|default[- ]off)\b",
    re.I,
)
NEXT = re.compile(
    r"\b(?:graduat\w+|promot\w+|will|would|later|once|until|from|when|then|after|because|since|deviat\w+"
    r"|unlike|not|no)\b",
    re.I,
)
ALPHA = re.compile(r"\balpha\b", re.I)
BETA = re.compile(r"\bbeta\b", re.I)


@rule(BLOCKING, Proposal)
def in_proposal(proposal: Proposal, context: Context) -> Found:
    """Finds a gate that a proposal calls Alpha and on by default, or Beta and off by default.

    Only a sentence that says both counts, and none that gives a reason or speaks of a later stage. Source:
    the project's convention, as its registered gates show it.
    """
    section = answer(proposal, "gate")
    if section is None or proposed_gate(proposal, context) is None:
        return
    evidence = asked_for(context, "Target stability", "Name, stage, default")
    for sentence in sentences(section):
        text = sentence.text
        alpha, beta = ALPHA.search(text), BETA.search(text)
        if NEXT.search(text) or bool(alpha) == bool(beta):
            continue
        if alpha and ON.search(text) and not OFF.search(text):
            message = "An Alpha gate is off by default; make it so, or say why this one is on."
            yield said_wrong(proposal, sentence, message, evidence)
        elif beta and OFF.search(text) and not ON.search(text):
            message = "A Beta gate is on by default; make it so, or say why this one stays off."
            yield said_wrong(proposal, sentence, message, evidence)
