"""A graduation brings its evidence."""

from __future__ import annotations

import re

from checks.answers import answer, asked_for, gap
from checks.context import Context
from checks.proposal import Proposal
from checks.proposed_gates import proposed_gate
from checks.prose import prose
from checks.rule import BLOCKING, Found, rule

EVIDENCE = re.compile(
    r"https?://|#\d+|\bv?\d+\.\d+(?:\.\d+)?\b|\b(?:since|for) (?:\d+|two|three|four|five|six"
    r"|several) (?:releases?|weeks?|months?)"
    r"|\b(?:\d+|two|three|four|five|six) (?:releases?|weeks?|months?|clusters?|sites?|production)"
    r"|\b(?:pull|ci|periodic)-[\w-]+|[\w/]+\.bats\b|\b\d[\d,]* (?:nodes|GPUs|claims|pods)",
    re.I,
)


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a proposal that graduates a gate and shows no evidence that it earned it.

    A release, a duration, a link, a job or a number of clusters is evidence; that it "works well" is none.
    Source: the process page: exercised long enough in production-like environments, neighbours named.
    """
    gate = proposed_gate(proposal, context)
    section = answer(proposal, "gate")
    if gate is None or not gate.graduates or section is None:
        return
    links = any(b.links for b in section.all_blocks())
    if links or EVIDENCE.search(prose(section)):
        return
    message = (
        f"`{gate.name}` is to graduate, and nothing shows that it meets the criteria; "
        "name releases, clusters, combinations and tests that it has been through."
    )
    evidence = asked_for(context, "three criteria", "what graduation asks for")
    yield gap(proposal, section, message, evidence, about=gate.name)
