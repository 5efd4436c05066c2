"""The spec of a claim never changes."""

from __future__ import annotations

import re

from checks.context import Context
from checks.model import Defect
from checks.parse.markdown import Document
from checks.parse.text import Breaks
from checks.pattern import lazy
from checks.proofs import line_at
from checks.prose import denies, sentences
from checks.rule import OPTIONAL, Found, rule

CLAIM = r"resourceclaim(?:template)?s?(?:\.resource\.k8s\.io)?"
COMMAND = lazy(rf"\bkubectl\b[^\n#|;]{{0,200}}?\b(?:edit|patch|set)\s+{CLAIM}\b[^\n]{{0,500}}", re.I)
HARMLESS = lazy(r"metadata|finalizer|label|annotat|status", re.I)
SAID = lazy(
    r"\b(?:edit|patch|change|modify|update|increase|raise)\s+(?:the\s+|an?\s+|its\s+|your\s+|existing\s+){0,2}"
    r"(?:Resource\s?Claim(?:\s?Template)?|claim(?:\s+template)?)(?:'s)\s+"
    r"(?:count|spec|selectors?|requests?|devices?|device class)\b",
    re.I,
)
MESSAGE = (
    "The spec of a claim and of its template cannot be changed; delete the object and create it anew, and "
    "restart the pods that use it."
)
ANEW = lazy(r"immutable|recreat|re-creat|delet|replac|new claim|cannot", re.I)


@rule(OPTIONAL, Document)
def check(document: Document, context: Context) -> Found:
    """Finds text that has a reader edit or patch the spec of a ResourceClaim or ResourceClaimTemplate.

    Both are immutable, so the API server refuses it; the object is deleted and created anew, and pods that
    run keep the old claim. Edits of metadata (labels, finalizers), text that says so itself, and edits of a
    DeviceClass, which may change, pass.

    Source: `ValidateResourceClaimUpdate` in pkg/apis/resource/validation.
    """
    change = context.snapshot.changed(document.path)
    for line, words in _edits(document):
        if change is not None and change.touches_head(line):
            section = document.section_at(line)
            yield Defect(
                path=document.path,
                line=line,
                message=MESSAGE,
                section=section.title,
                anchor=section.title,
                text=words[:200],
                evidence=(line_at(context.snapshot.head, document.path, line),),
            )


def _edits(document: Document) -> list[tuple[int, str]]:
    found = []
    for block in document.blocks("fence"):
        breaks = Breaks(block.content)
        for command in COMMAND.finditer(block.content):
            if not HARMLESS.search(command[0]):
                line = block.content_line + breaks.before(command.start())
                found.append((line, command[0]))
    for sentence in sentences(document.top):
        match = SAID.search(sentence.text) or COMMAND.search(sentence.text)
        if match and not (
            ANEW.search(sentence.text) or HARMLESS.search(sentence.text) or denies(sentence.text)
        ):
            found.append((sentence.line, match[0]))
    return found
