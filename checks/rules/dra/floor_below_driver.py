"""A page asks for no less than the driver does."""

from __future__ import annotations

from checks.context import Context
from checks.dra.kubernetes import said
from checks.dra.versions import floors_in, projects_floor
from checks.facts.shape import kind_of
from checks.model import Defect
from checks.parse.markdown import Document
from checks.proofs import line_at
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Document)
def check(document: Document, context: Context) -> Found:
    """Finds pages that say a Kubernetes release is enough which is below the one on the project's page of
    requirements.

    Who follows the page ends with a driver that does not start or publish devices. Sentences about what a
    release brought, had or lost pass; so do proposals, which have a rule of their own, and the page of
    requirements itself.

    Source: the table on the project's page of requirements at the head.
    """
    change = context.snapshot.changed(document.path)
    if change is None or any(p.path == document.path for p in context.proposals):
        return
    if kind_of(document.path, context.profile.paths) not in ("docs", "examples"):
        return
    stated = list(floors_in(document))
    own = projects_floor(context) if stated else None
    if own is None or own.evidence.path == document.path:
        return
    for floor, sentence in stated:
        line = sentence.line
        if floor.release < own.release and change.touches_head(line, sentence.end_line):
            section = document.section_at(line)
            yield Defect(
                path=document.path,
                line=line,
                message=f"This says that Kubernetes {said(floor.release)} is enough; the driver needs "
                f"{said(own.release)}.",
                section=section.title,
                anchor=section.title,
                text=f"Kubernetes {said(floor.release)}",
                evidence=(line_at(context.snapshot.head, document.path, line), own.evidence),
            )
