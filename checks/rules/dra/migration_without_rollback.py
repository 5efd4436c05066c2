"""A move from the device plugin to claims has a way back."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import at_section, is_about_dra, touches_section
from checks.parse.markdown import Document, Section
from checks.pattern import lazy
from checks.rule import BLOCKING, Found, rule

MOVE = lazy(
    r"\bmigrat(?:e|es|ing|ion|ions)\b|\bmov(?:e|ing) (?:from|off)\b|\bswitch(?:ing)? (?:from|over)\b", re.I
)
OLD = lazy(r"\bdevice[- ]plugin\b|\bextended resources?\b|nvidia\.com/gpu\b", re.I)
STEPS = lazy(r"\bkubectl\b|\bhelm\b|^\s*(?:\d+[.)]|[-*])\s+\w+", re.M)
BACK = lazy(
    r"\broll(?:ing|ed)?[- ]?backs?\b|\brevert(?:s|ed|ing)?\b|\bback out\b|\bfall(?:ing)?[- ]?back\b|\bundo\b"
    r"|\bgo(?:ing)? back\b|\breturn to\b|\brestore\b|\bdowngrad\w+\b|\bswitch(?:ing)? back\b",
    re.I,
)


@rule(BLOCKING, Document)
def check(document: Document, context: Context) -> Found:
    """Finds a guide to migrate from the device plugin that shows steps and no way back, anywhere in it.

    When the new path fails, workloads have to run again on the old one. A word of a rollback, or a link
    to one, is enough. Sections that only mention a migration, and history, are left alone. Source: the seed
    of this catalogue: one workload class at a time, with a rollback to the extended resource.
    """
    if not is_about_dra(document) or BACK.search(document.text.text):
        return
    for section in document.sections():
        if _is_guide(section) and touches_section(document, context, section):
            message = (
                "This shows how to move to claims and not how to get back; add the rollback to the "
                "device plugin."
            )
            yield at_section(document, section, message, context, about="rollback")
            return


def _is_guide(section: Section) -> bool:
    """Whether a heading promises the move from the old way, and the text below it has steps."""
    if not MOVE.search(section.title):
        return False
    words = "\n".join(b.text or b.content for b in section.all_blocks())
    return bool(OLD.search(f"{section.title}\n{words}")) and bool(STEPS.search(words))
