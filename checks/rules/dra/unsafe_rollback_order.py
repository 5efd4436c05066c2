"""The driver goes last: after the pods and claims that it has to clean up."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import Command, commands, is_about_dra, touches
from checks.model import Defect
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.proofs import line_at
from checks.rule import BLOCKING, Found, rule

UNINSTALL = lazy(
    r"\bhelm\s+(?:uninstall|delete|del|un)\b[^|;&]{0,300}\bdra\b|\bhelm\s+uninstall\b[^|;&]{0,300}dra-driver",
    re.I,
)
CLEANING = lazy(
    r"\bkubectl\s+(?:drain\b|delete\s+(?:[\w.-]+,)*(?:pods?|po|deploy\w*|jobs?|daemonsets?|ds"
    r"|statefulsets?|sts|resourceclaims?"
    r"|computedomains?)\b)|\bkubectl\s+scale\b[^|;&]{0,300}--replicas[= ]0",
    re.I,
)


@rule(BLOCKING, Document)
def check(document: Document, context: Context) -> Found:
    """Finds steps that uninstall the driver and only then delete the pods or claims that use it.

    Without the driver nobody unprepares their devices: pods stay Terminating for ever. Sections that end
    with the uninstall, and those that delete before, pass. Source: kubernetes/kubernetes issue 129402.
    """
    if not is_about_dra(document):
        return
    for section in document.sections():
        steps = [c for c in commands(section) if c.section is section]
        removal = next((n for n, c in enumerate(steps) if UNINSTALL.search(c.text)), None)
        if removal is None or any(CLEANING.search(c.text) for c in steps[:removal]):
            continue
        late = next((c for c in steps[removal + 1 :] if CLEANING.search(c.text)), None)
        if late and touches(document, context, steps[removal].line, late.line):
            yield _defect(document, steps[removal], late, context)


def _defect(document: Document, removal: Command, late: Command, context: Context) -> Defect:
    head = context.snapshot.head
    message = (
        f"The driver is removed before line {late.line} deletes what uses it; then nobody unprepares its "
        "devices and the pods stay Terminating. Remove the driver last."
    )
    return Defect(
        path=document.path,
        line=removal.line,
        message=message,
        section=removal.section.title,
        anchor=removal.section.title,
        text=removal.text[:200],
        evidence=(line_at(head, document.path, removal.line), line_at(head, document.path, late.line)),
    )
