"""Claims are not deleted by force."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import Command, commands, is_about_dra, touches
from checks.manifests import COUNTER_EXAMPLE
from checks.model import Defect
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.proofs import line_at
from checks.rule import BLOCKING, Found, rule

FORCED = lazy(
    r"\bkubectl\s+delete\s+(?:[\w.-]+,)*resourceclaims?\b[^|;&]{0,300}(?:--force\b|--grace-period[= ]0)"
    r"|\bkubectl\s+patch\s+resourceclaims?\b[^|;&]{0,300}finalizers",
    re.I,
)
WARNED = lazy(r"\b(?:never|not|avoid|warning|caution|last resort|danger\w*|unsafe)\b|n't\b", re.I)


@rule(BLOCKING, Document)
def check(document: Document, context: Context) -> Found:
    """Finds a step that deletes ResourceClaims by force, or takes their finalizers away.

    The device stays prepared on the node, and the next claim for it fails. Where the section warns
    against it, it is left alone. Source: issue 1278 of the target; the finalizer of Kubernetes'
    ResourceClaim controller.
    """
    if not is_about_dra(document):
        return
    for command in commands(document.top):
        said = " ".join(b.plain for b in command.section.blocks if b.kind != "fence")
        warned = WARNED.search(said) or COUNTER_EXAMPLE.search(command.section.title)
        if (
            FORCED.search(command.text)
            and not warned
            and touches(document, context, command.line, command.line)
        ):
            yield _defect(document, command, context)


def _defect(document: Document, command: Command, context: Context) -> Defect:
    message = (
        "A claim deleted by force leaves its device prepared, and the next claim for it fails; delete the "
        "pods and let the driver unprepare."
    )
    return Defect(
        path=document.path,
        line=command.line,
        message=message,
        section=command.section.title,
        anchor=command.section.title,
        text=command.text[:200],
        evidence=(line_at(context.snapshot.head, document.path, command.line),),
    )
