"""A gate says which others it needs, excludes or lives beside."""

from __future__ import annotations

import re

from checks.answers import answer, asked_for, gap
from checks.context import Context
from checks.parse.markdown import Section
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.proposed_gates import ProposedGate, proposed_gate
from checks.prose import sentences, without_code
from checks.registered_gates import registered_gates
from checks.rule import BLOCKING, OPTIONAL, Found, rule

TOGETHER = lazy(
    r"\b(?:exclu(?:des?|ded|sive\w*|sion)|compos\w+|incompatible|compatible|conflicts?|combin\w+|alongside"
    r"|together with|side by side"
    r"|independent(?:ly)?|interact\w*|orthogonal|requires?|depends? on|dependenc\w+|prerequisite"
    r"|co-?exist\w*|beside|in addition to"
    r"|no other gate|any other gate|other (?:feature )?gates|existing (?:feature )?gates|implies|mutually"
    r"|standalone|unrelated|any combination)\b",
    re.I,
)


OTHER = lazy(r"\bother (?:feature )?gates?\b")


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a new gate with no word on exclusions and dependencies among gates.

    Any phrase on composition in the gate's section is enough, and so is another registered gate named
    beside a word of composition anywhere. Where the section is missing the finding is optional and stands
    where the gate is brought in. Source: the template asks which gates this excludes or composes with.
    """
    gate = proposed_gate(proposal, context)
    if gate is None or gate.graduates:
        return
    section = proposal.section("gate")
    asked = answer(proposal, "gate") if section else gate.section
    if asked is None or _speaks(proposal, section, gate, context):
        return
    message = f"Nothing says which existing gates `{gate.name}` needs, excludes or composes with."
    evidence = asked_for(context, "mutually exclusive with", "what it excludes")
    yield gap(proposal, asked, message, evidence, about=gate.name, severity=BLOCKING if section else OPTIONAL)


def _speaks(proposal: Proposal, section: Section | None, gate: ProposedGate, context: Context) -> bool:
    if any(TOGETHER.search(without_code(s)) for s in sentences(section)):
        return True
    known = registered_gates(context.snapshot.base, context.profile)
    others = [re.escape(name) for name in known if name != gate.name]
    named = re.compile(rf"\b(?:{'|'.join(others)})\b|\bother (?:feature )?gates?\b") if others else OTHER
    return any(
        named.search(s.text) and TOGETHER.search(without_code(s)) for s in sentences(proposal.document.top)
    )
