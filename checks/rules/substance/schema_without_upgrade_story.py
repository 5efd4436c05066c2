"""A stored format that changes has a way up and a way down."""

from __future__ import annotations

import re

from checks.answers import asked_for, gap, is_known_title, ticked, touched, written
from checks.context import Context
from checks.parse.markdown import Section
from checks.pattern import lazy
from checks.proposal import Proposal, set_aside
from checks.prose import listed, names_any, prose
from checks.rule import BLOCKING, OPTIONAL, Found, rule
from config.profile import Component

STORED = ("checkpoint", "api")
BLOCKS = "checkpoint"
SPOKEN_OF = {
    "checkpoint": lazy(
        r"\bcheckpoint|\bomitempty\b|updowngrade|\bpersist\w*|\bprepared state\b|\bon[- ]disk\b"
        r"|\bstored state\b|\bschema\b|\bchecksum|\bunknown (?:JSON )?(?:field|key)",
        re.I,
    ),
    "api": lazy(
        r"\bCRDs?\b|\bcustom resources?\b|\bfields?\b|\bschema\b|\bconver(?:t|sion)"
        r"|\bAPI (?:version|type|object)|\bobjects?\b|\bkubectl (?:apply|replace)|\bomitempty\b|\bunknown\b"
        r"|\bspec\b|\bstatus\b|\bconfig\w*",
        re.I,
    ),
}


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a proposal that ticks the checkpoint or the API and whose section on upgrades does not say
    a word of it.

    A checkpoint that the version before cannot read loses its claims in flight; `helm upgrade` leaves CRDs
    as they were. It blocks only where the checkpoint is ticked and the section is set aside with a reason;
    one set aside without a reason has a rule of its own. A word on the stored format is enough.

    Source: the template: use `omitempty` on new fields and describe the upgrade test; CRD conversion.
    """
    section = proposal.section("upgrade")
    if section is None or not touched(proposal, section) or not is_known_title(proposal, "upgrade", section):
        return
    stored = [c for c in context.profile.components if c.id in STORED and c.id in ticked(proposal, context)]
    missing = [c for c in stored if not _speaks_of(section, c)]
    asked = asked_for(context, "omitempty", "CRD conversion")
    if not missing:
        return
    names = listed([f"“{c.labels[-1]}”" for c in missing])
    if set_aside(section) and any(c.id == BLOCKS for c in missing):
        message = (
            f"{section.title} is set aside, and {names} is ticked; say what the older and the newer version "
            "make of what the other has stored."
        )
        yield gap(proposal, section, message, asked, about="set aside")
    elif written(section):
        message = (
            f"{section.title} does not speak of {names}, which is ticked: what does each version make of it?"
        )
        yield gap(proposal, section, message, asked, about=names, severity=OPTIONAL)


def _speaks_of(section: Section, component: Component) -> bool:
    text = " ".join((prose(section), *(b.content for b in section.all_blocks() if b.kind == "fence")))
    if set_aside(section):
        return False
    return bool(SPOKEN_OF[component.id].search(text)) or names_any(text, component.words)
