"""An open question among what is decided."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checks.answers import brief
from checks.context import Context
from checks.decision_records import is_record, is_touched, part
from checks.model import Defect, Evidence
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.prose import sentences
from checks.rule import OPTIONAL, rule

OPEN = lazy(
    r"\?[\"')\]*_]*\Z|\bTB[DA]\b|\bTODO\b|\b(?:not|yet) (?:yet )?(?:been )?(?:decided|settled|agreed)\b"
    r"|\bto be (?:decided|determined|discussed|agreed)\b|\b(?:un(?:decided|clear|settled|resolved))\b"
    r"|\bopen question\b|\bremains open\b|\bwe (?:still )?need to (?:decide|agree|find out)\b",
    re.I,
)


@rule(OPTIONAL, Document)
def check(document: Document, context: Context) -> Iterable[Defect]:
    """The decision of a record, or its consequences, holds something that is still open.

    Whoever reads the record takes it for decided.

    Left alone: questions in a section of their own, in the context or among the options, and sections that
    the change does not touch.

    Source: decided facts are kept apart from unresolved questions.
    """
    if not is_record(document, context):
        return
    for which in ("decision", "consequences"):
        section = part(document, which)
        if section is None or not is_touched(document, section, context):
            continue
        for sentence in sentences(section, below=False):
            if OPEN.search(sentence.text):
                yield Defect(
                    path=document.path,
                    line=sentence.line,
                    message=f"“{brief(sentence.text)}” is open, and stands among what is decided. Decide "
                    "it, or "
                    "move it to a section of open questions.",
                    section=section.title,
                    anchor=section.title,
                    text=sentence.text,
                    evidence=(Evidence(document.path, sentence.line, sentence.text[:200]),),
                )
