"""A decision record that leaves out what makes it one."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.decision_records import PARTS, asked_parts, change_of, is_record, is_touched, part
from checks.model import Defect, Evidence, Severity
from checks.parse.markdown import Document
from checks.prose import listed
from checks.rule import BLOCKING, OPTIONAL, rule


@rule(BLOCKING, Document)
def check(document: Document, context: Context) -> Iterable[Defect]:
    """A decision record has no context, decision or consequences, or, less gravely, no drivers, options or
    word on compatibility and rollback.

    A record is read by those who were not there: without its reasons it is decided again.

    Left alone: parts that the folder's own template does not ask for, parts under other common headings, and
    records that the change does not touch.

    Source: the compact record: context, drivers, options, decision, consequences, compatibility.
    """
    change = change_of(document, context)
    if change is None or not is_record(document, context):
        return
    asked = asked_parts(document, context)
    missing = [which for which in asked if not _said(document, which)]
    for severity, needed in ((BLOCKING, True), (OPTIONAL, False)):
        names = [PARTS[which].name for which in missing if PARTS[which].needed is needed]
        if names:
            yield _defect(document, names, severity)
    for which in asked:
        section = part(document, which)
        if section and section.is_empty and which not in missing and is_touched(document, section, context):
            yield _defect(document, [PARTS[which].name], BLOCKING if PARTS[which].needed else OPTIONAL)


def _said(document: Document, which: str) -> bool:
    """Whether a heading, a bold label or a table's row speaks of the part."""
    if part(document, which):
        return True
    words = PARTS[which].words
    for block in document.blocks():
        if any(words.search("".join(row.cells[:1])) for row in block.rows):
            return True
        label = block.text.lstrip().partition(":")[0] if block.text.lstrip().startswith(("**", "__")) else ""
        if label and words.search(label[:60]):
            return True
    return which == "compatibility" and bool(words.search(document.top.words))


def _defect(document: Document, names: list[str], severity: Severity) -> Defect:
    title = next(document.sections(), document.top)
    return Defect(
        path=document.path,
        line=title.line,
        message=f"The record says nothing of its {listed(names, 'or')}.",
        section=title.title or None,
        anchor=title.title,
        text=" ".join(names),
        evidence=(Evidence(document.path, title.line, document.text.line(title.line).strip()),),
        severity=severity,
    )
