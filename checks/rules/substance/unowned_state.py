"""State has one named writer and its readers."""

from __future__ import annotations

from checks.answers import answer, asked_for, gap
from checks.context import Context
from checks.proposal import Proposal
from checks.prose import prose
from checks.rule import BLOCKING, OPTIONAL, Found, rule
from checks.rules.substance.ownership import NO_STATE, OWNS, READS, names_actor


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a section on state that names no writer, or (optional) a writer but no reader.

    State without an owner is written by everyone in the end. Silent where the section says that there is no
    new state, or that the owners stay who they were. Source: the template's question on the authoritative
    writer.
    """
    section = answer(proposal, "state-owner")
    if section is None:
        return
    text = prose(section)
    if NO_STATE.search(text):
        return
    if not (names_actor(text, context.profile) and OWNS.search(text)):
        message = (
            f"{section.title} names no single component that writes the state; say which one does, and who "
            f"reads it."
        )
        yield gap(
            proposal,
            section,
            message,
            asked_for(context, "authoritative for writes", "writes new state"),
            about="writer",
        )
    elif not READS.search(text):
        message = f"{section.title} names who writes the state but not who reads it, and how."
        evidence = asked_for(context, "How do the others read it", "how do others read it")
        yield gap(proposal, section, message, evidence, about="reader", severity=OPTIONAL)
