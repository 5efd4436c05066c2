"""Alpha gates are off, Beta gates on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from checks.answers import answer, asked_for, said_wrong
from checks.context import Context
from checks.model import Defect, Fact
from checks.proofs import at_fact, line_at
from checks.proposal import Proposal
from checks.proposed_gates import proposed_gate
from checks.prose import sentences
from checks.rule import BLOCKING, Found, rule
from checks.rules.gates.spec import key_line, said_of

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


@rule(BLOCKING, Context)
def check(context: Context, _: Context) -> Found:
    """Finds a gate that is Alpha and on by default, or Beta and off by default: in a proposal, or in code.

    Of a proposal only a sentence that says both counts, and none that gives a reason or speaks of a later
    stage.

    Left alone: a registered gate whose stage and default the change does not move, and a Beta gate of which a
    proposal says that it is off.

    Source: the project's convention, as its registered gates show it.
    """
    for proposal in context.proposals:
        yield from in_proposal(proposal, context)
    for fact in context.facts.of("feature-gate-added", "feature-gate-graduated", "feature-gate-changed"):
        yield from in_code(fact, context)


def in_proposal(proposal: Proposal, context: Context) -> Found:
    """What a proposal says of its gate's stage and default."""
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


def in_code(fact: Fact, context: Context) -> Iterator[Defect]:
    """What a gate is registered with, where the change moves it."""
    stage, on = fact.traits.get("stage"), fact.traits.get("default") == "true"
    before = fact.traits.get("stage-before"), fact.traits.get("default-before") == "true"
    if before == (stage, on) or (stage, on) not in (("Alpha", True), ("Beta", False)):
        return
    if stage == "Beta" and any(OFF.search(s.text) for _, s in said_of(fact, context)):
        return
    line = key_line(fact, context, "Default")
    said = "an Alpha gate is off" if on else "a Beta gate is on"
    now = "on" if on else "off"
    message = f"`{fact.symbol}` is {stage} and {now} by default; {said}, unless its proposal says why."
    where = line_at(context.snapshot.head, fact.path, line)
    yield replace(at_fact(fact, context, message, where), line=line)
