"""Risks that always go with a component are spoken of."""

from __future__ import annotations

import re

from checks.answers import answer, asked_for, document_prose, gap, ticked
from checks.context import Context
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import listed, names_any, prose
from checks.rule import OPTIONAL, Found, rule

NONE = lazy(
    r"\W*(?:there are )?(?:none|no|nothing)"
    r"(?: (?:known|real|significant|major|new|obvious|notable))?(?: risks?)?"
    r"(?: (?:known|at this time|so far|yet|identified))?\W*",
    re.I,
)
NOT_ABOUT_RISK = ("tests", "alternatives", "non-goals", "components", "summary")


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds risks that go with a ticked component and that no part of the document speaks of.

    Node plugins: races, force deletion, reboot, restart. Checkpoint: recovery. Daemons: leader election,
    partition, membership, names. One word on any of a group is enough, also in the design, but
    not beside risks that are said to be none. Source: the
    concerns that the template lists.
    """
    section = answer(proposal, "risks")
    if section is None:
        return
    evidence = asked_for(context, "Concerns reviewers consistently raise", "Races, restarts")
    if NONE.fullmatch(prose(section)):
        message = f"{section.title} names none; each change to a running system carries some."
        yield gap(proposal, section, message, evidence, about="none")
        return
    done = ticked(proposal, context)
    text = document_prose(proposal, NOT_ABOUT_RISK)
    risks = [r for r in context.profile.vocabulary.risks if done & set(r.components)]
    missing = [r for r in risks if not names_any(text, r.words)]
    if missing:
        message = (
            f"{section.title} does not speak of {listed([r.name for r in missing])}, though the ticked "
            f"components carry it."
        )
        yield gap(proposal, section, message, evidence, about=", ".join(r.id for r in missing))
