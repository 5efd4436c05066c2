"""A gate says what happens when it is off and when it is on."""

from __future__ import annotations

import re

from checks.answers import answer, asked_for, document_prose, gap
from checks.context import Context
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.proposed_gates import proposed_gate
from checks.prose import listed
from checks.rule import BLOCKING, Found, rule

OFF = lazy(
    r"\b(?:off|disabl\w+|false|without (?:the|it|this)|not (?:set|enabled)|unset|opt(?:s|ed)? out"
    r"|when it is not|default behaviou?r"
    r"|(?:unchanged|as today|as before|remains? (?:the same|unchanged)))\b",
    re.I,
)
ON = lazy(
    r"\b(?:on\b(?=[:,;]| (?:the|each|it|both)|\.)|enabl\w+|true|with the gate|when (?:it is )?set"
    r"|under the gate|opt(?:s|ed)? in|gated|gate-on|behind the gate|guards?|controls?|unlocks?|allows?"
    r"|permits?)",
    re.I,
)


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a gate of which the document never says what is when it is off, or what is when it is on.

    A gate that only guards code cannot be tested. One phrase on each side, anywhere, is enough. Source: the
    feature-gate plan: exact behavior when disabled and enabled.
    """
    section = answer(proposal, "gate")
    gate = proposed_gate(proposal, context)
    if section is None or gate is None or gate.graduates:
        return
    text = document_prose(proposal, ("tests", "alternatives", "questions", "drawbacks"))
    missing = [what for what, said in (("off", OFF), ("on", ON)) if not said.search(text)]
    if missing:
        message = f"{section.title} does not say what happens while `{gate.name}` is {listed(missing, 'or')}."
        evidence = asked_for(context, "Does this introduce a feature gate", "Name, stage, default")
        yield gap(proposal, section, message, evidence, about=f"{gate.name} {' '.join(missing)}")
