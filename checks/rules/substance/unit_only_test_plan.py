"""The test plan goes beyond unit tests."""

from __future__ import annotations

import re

from checks.answers import answer, asked_for, gap
from checks.context import Context
from checks.proposal import Proposal
from checks.prose import names_any, prose, sentences
from checks.rule import BLOCKING, Found, rule
from checks.rules.substance.kinds_of_test import BEYOND_UNIT, MANUAL, UNIT

FAKE = re.compile(r"\b(?:with|using|on|against) (?:a |the )?fake[- ]client\w*", re.I)
CALLED_UNIT = re.compile(r"\bunit\b", re.I)


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a test plan whose only kind of test is the unit test.

    A driver's faults lie between components, and between them and hardware. Silent where any other kind is
    named, and where the plan is manual, which another rule says. Source: the template's "across more than
    unit tests".
    """
    section = answer(proposal, "tests")
    if section is None:
        return
    text = prose(section)
    apart = " \n".join(_without_fakes(s.text) for s in sentences(section))
    beyond = BEYOND_UNIT.search(apart) or names_any(text, context.profile.vocabulary.suites)
    if not UNIT.search(text) or beyond or MANUAL.search(text):
        return
    message = (
        f"{section.title} holds unit tests only; add an integration, mock or end-to-end test, or say why "
        f"none can exist."
    )
    yield gap(
        proposal, section, message, asked_for(context, "more than unit", "Files, suites"), about="unit only"
    )


def _without_fakes(text: str) -> str:
    """A fake client makes no integration test of what the same sentence calls a unit test."""
    return FAKE.sub("", text) if CALLED_UNIT.search(text) else text
