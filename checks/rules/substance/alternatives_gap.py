"""The alternatives weigh what exists, neighbours and upstream."""

from __future__ import annotations

from checks.answers import answer, asked_for, gap
from checks.context import Context
from checks.proposal import Proposal
from checks.prose import listed, names_any, prose
from checks.rule import OPTIONAL, Found, rule

TOLERATED = 1  # one that is left out may simply not exist; two are not weighed


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Names what the alternatives leave out: current primitives, adjacent projects, upstream work.

    Silent where just one of them is missing; "considered, not applicable" is an answer. Source: the
    template's "include at minimum".
    """
    section = answer(proposal, "alternatives")
    if section is None:
        return
    text = " ".join((prose(section), *(s.title for s in section.walk())))
    topics = context.profile.vocabulary.alternatives
    missing = [t for t in topics if not names_any(text, t.words)]
    if len(missing) > TOLERATED:
        names = [t.name for t in missing]
        message = (
            f"{section.title} does not weigh {listed(names, 'or')}; a “not applicable, because” is enough."
        )
        evidence = asked_for(context, "Include at minimum", "What was ruled out")
        yield gap(proposal, section, message, evidence, about=", ".join(t.id for t in missing))
