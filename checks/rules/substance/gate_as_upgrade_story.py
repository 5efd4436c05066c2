"""A gate alone is no story of upgrades."""

from __future__ import annotations

import re

from checks.answers import answer, asked_for, gap
from checks.context import Context
from checks.parse.markdown import Section
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import prose, sentences, word_count
from checks.rule import OPTIONAL, Found, rule

GATED = lazy(
    r"\b(?:gated?|gates?|flag|opt-in|off by default|disabled by default|default(?:s)? (?:to )?`?(?:off"
    r"|false)`?)\b",
    re.I,
)
NO_IMPACT = lazy(
    r"\b(?:no|not|without any|zero|n't)\b[^.;]{0,40}\b(?:impact|effect|change|issue|concern|affect\w*"
    r"|consideration|action|matter|risk)\w*"
    r"|\b(?:unaffected|unchanged|safe|transparent)\b|\bnothing (?:changes|happens|to do)",
    re.I,
)
MOST_WORDS = 55
MORE = lazy(
    r"\b(?:checkpoint|drain\w*|unprepare\w*|when (?:it|the gate) is (?:turned|switched|enabled|disabled|on"
    r"|off)|turning|switching"
    r"|if (?:it|the gate)|omitempty|restart\w*|ignore[sd]?|reject\w*|recreat\w*|delete[sd]?|migrat\w*"
    r"|CRDs?|keep[s]?|skew)\b",
    re.I,
)


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds an answer on upgrades that only says the change is behind a gate and so has no impact.

    The gate will be on somewhere, and then be turned off, or the release behind it rolled back. Source: the
    template's question what happens while claims are in flight.
    """
    section = answer(proposal, "upgrade")
    if section is None or not only_the_gate(section):
        return
    message = (
        f"{section.title} rests on the gate being off; say what happens where it is on: on upgrade, on "
        f"rollback, "
        "and when it is turned off with claims in flight."
    )
    evidence = asked_for(context, "What happens if a cluster upgrades", "in flight")
    yield gap(proposal, section, message, evidence, about="gate")


def only_the_gate(section: Section) -> bool:
    """Whether a short text says that a gate guards the change, that nothing is affected, and no more."""
    text = prose(section)
    if (
        word_count(text) > MOST_WORDS
        or MORE.search(text)
        or any(b.kind == "fence" for b in section.all_blocks())
    ):
        return False
    return bool(GATED.search(text) and NO_IMPACT.search(text)) and len(list(sentences(section))) <= 3
