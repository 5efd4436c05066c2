"""What is verified by hand becomes an end-to-end test."""

from __future__ import annotations

from checks.answers import answer, asked_for, said_wrong
from checks.context import Context
from checks.proposal import Proposal
from checks.prose import affirmed, prose, sentences
from checks.rule import BLOCKING, Found, rule
from checks.rules.substance.kinds_of_test import END_TO_END, MANUAL


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a plan that verifies by hand and names no end-to-end test.

    A manual check runs once. Silent where the plan also names an end-to-end suite, file or job, and where
    it says that nothing is manual. Source: maintainers' reviews ask that manual verification become
    end-to-end tests.
    """
    section = answer(proposal, "tests")
    if section is None or affirmed(prose(section), END_TO_END):
        return
    for sentence in sentences(section):
        if affirmed(sentence.text, MANUAL):
            message = (
                "This is verified by hand, and the plan names no end-to-end test; name the one that "
                "replaces it."
            )
            yield said_wrong(
                proposal, sentence, message, asked_for(context, "concrete plan", "Files, suites")
            )
            return
