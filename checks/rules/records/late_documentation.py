"""Documentation that comes after users have the behaviour."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checks.context import Context
from checks.decision_records import is_touched
from checks.model import Defect, Evidence
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.plans import plan_of
from checks.rule import OPTIONAL, rule
from checks.rules.records.gaps import at_phase

DOCS = lazy(
    r"\bdoc(?:s|umentation|ument\w*)?\b|\brelease[- ]notes?\b|\buser guide\b|\breference page\b", re.I
)
USABLE = lazy(
    r"\b(?:users?|operators?|admin\w*|workloads?|pods?|claims?)\b[^.]{0,40}\b(?:can|may|use|set|get|see)\b"
    r"|\bgate\b|\bflag\b|\bvalue\b|\busable\b|\bships?\b|\benabled?\b",
    re.I,
)


@rule(OPTIONAL, Document)
def check(document: Document, context: Context) -> Iterable[Defect]:
    """Documentation and release notes stand in the last phase alone, and an earlier phase makes the behaviour
    usable.

    Left alone: plans whose earlier phases speak of documentation too, and those where nothing is usable
    before the last phase.

    Why it matters: what ships without a page is used by guessing, and the last phase often never comes.

    Source: the implementation plan: documentation in the phase where behavior becomes usable.
    """
    plan = plan_of(document, context)
    if plan is None:
        return
    last, before = plan.phases[-1], plan.phases[:-1]
    usable = next((p for p in before if USABLE.search(p.words)), None)
    if not DOCS.search(last.title) or usable is None or any(DOCS.search(p.words) for p in before):
        return
    if is_touched(document, last.section, context):
        line = usable.section.line
        proof = Evidence(document.path, line, document.text.line(line).strip())
        message = f"Users have the behaviour from “{usable.title}” on, and its documentation comes last."
        yield at_phase(document, last, message, proof)
