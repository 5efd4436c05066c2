"""What the phases of a plan leave out, one finding a phase."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.context import Context
from checks.decision_records import is_touched
from checks.model import Defect, Evidence
from checks.parse.markdown import Document
from checks.plans import Phase, Plan, plan_of


def phases_without(
    document: Document, context: Context, said: re.Pattern[str], elsewhere: re.Pattern[str]
) -> Iterator[tuple[Plan, Phase]]:
    """Phases that do not speak of something, where the document does not say it for all of them.

    `elsewhere` finds the heading of a section that speaks of it and names phases.
    """
    plan = plan_of(document, context)
    if plan is None or plan.said_for_all(said):
        return
    beside = " ".join(s.words for s in plan.around if elsewhere.search(s.title))
    for phase in plan.phases:
        named = re.search(rf"\b(?:phase|milestone|stage|step|slice|PR)\s*#?{phase.number}\b", beside, re.I)
        if not said.search(phase.words) and not named and is_touched(document, phase.section, context):
            yield plan, phase


def at_phase(document: Document, phase: Phase, message: str, *more: Evidence) -> Defect:
    """A defect at a phase's heading."""
    line = phase.section.line
    return Defect(
        path=document.path,
        line=line,
        message=message,
        section=phase.title,
        anchor=phase.title,
        text=message,
        evidence=(Evidence(document.path, line, document.text.line(line).strip()), *more),
    )
