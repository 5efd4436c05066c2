"""A lasting choice that only a feature gate makes."""

from __future__ import annotations

import re

from checks.answers import answer, asked_for, gap
from checks.context import Context
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.proposed_gates import proposed_gate
from checks.prose import sentences
from checks.rule import OPTIONAL, Found, rule

MODE = lazy(
    r"\b(?:switch(?:es|ing)?|chang(?:es?|ing)|mov(?:es?|ing)|flip(?:s|ping)?)\b[^.;]{0,60}\bbetween\b[^.;]{0,60}"
    r"\bmodes?\b|\bmode (?:change|switch)\b|\bboth modes\b",
    re.I,
)
SETTING = lazy(r"--set(?:-\w+)?[ =]['\"]?(?P<path>[\w.]+)=|(?<![\w-])--(?P<flag>[a-z][\w-]+)")
VALUE = lazy(r"[a-z]\w*(?:\.[a-z]\w*)+(?:\Z|[=: ])|--[a-z]")
SETTERS = frozenset({"set", "set-string", "feature-gates", "install", "upgrade", "values", "namespace"})
OF_GATES = "featureGates."


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a proposal in which a new gate is all that chooses between two modes that both stay.

    A gate goes away when it graduates, on for everybody; a choice that an installation makes for good wants
    a value, a flag or a field, which the gate only permits.

    Left alone: gates without a mode, and proposals whose example or API section names any other setting.

    Source: review of a proposal of the project, which then gave the mode a chart value beside the gate.
    """
    gate = proposed_gate(proposal, context)
    section = answer(proposal, "gate")
    if gate is None or gate.graduates or section is None:
        return
    said = next((s for s in sentences(proposal.document.top) if MODE.search(s.text)), None)
    shown = f"{OF_GATES}{gate.name}" in proposal.document.text.text
    if said and shown and not _other_setting(proposal):
        message = (
            f"`{gate.name}` alone chooses between two modes that both stay. What selects the mode once the "
            "gate has graduated: a chart value, a flag, a field?"
        )
        evidence = asked_for(context, "feature gate", "Target stability")
        yield gap(proposal, section, message, evidence, about=f"{gate.name} mode", severity=OPTIONAL)


def _other_setting(proposal: Proposal) -> bool:
    """Whether the example or the API section names a value or a flag that is no gate."""
    for section in filter(None, map(proposal.section, ("example", "proposal", "api-changes"))):
        for block in section.all_blocks():
            for found in SETTING.finditer(block.content or ""):
                if found["flag"] not in (None, *SETTERS):
                    return True
                if found["path"] and not found["path"].startswith(OF_GATES):
                    return True
    changes = proposal.section("api-changes")
    spans = [span for block in changes.all_blocks() for span in block.code] if changes else []
    return any(VALUE.match(span) and not span.startswith(OF_GATES) for span in spans)
