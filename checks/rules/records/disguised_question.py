"""A decision that is written as a step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checks.answers import brief
from checks.context import Context
from checks.decision_records import is_touched
from checks.model import Defect, Evidence
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.plans import Phase, plan_of
from checks.prose import Sentence
from checks.rule import BLOCKING, rule

OPEN = lazy(
    r"\A\W*(?:(?:we|then|first|and)\s+)*(?:(?:will|must|should|need to|have to)\s+)*"
    r"(?:decide|determine|choose|pick|figure out|find out|settle|agree on|work out|investigate"
    r"|evaluate)\b[^.]*"
    r"\b(?:whether|which|how|if|between|where|what|who|or)\b"
    r"|\?[\"')\]*_]*\Z|\bTBD\b|\bto be (?:decided|determined|agreed)\b",
    re.I,
)


@rule(BLOCKING, Document)
def check(document: Document, context: Context) -> Iterable[Defect]:
    """A phase of a plan holds a choice that is still to be made, as if it were work.

    What follows depends on it, and nobody is asked.

    Left alone: questions outside of the phases, what code decides at run time, and phases that the change
    does not touch.

    Source: do not disguise unresolved design choices as implementation steps.
    """
    plan = plan_of(document, context)
    for phase in plan.phases if plan else ():
        if is_touched(document, phase.section, context):
            for sentence in _open(phase):
                yield Defect(
                    path=document.path,
                    line=sentence.line,
                    message=f"“{brief(sentence.text)}” is a decision, not a step. Ask for it under open "
                    "questions "
                    "before the plan builds on it.",
                    section=phase.title,
                    anchor=phase.title,
                    text=sentence.text,
                    evidence=(Evidence(document.path, sentence.line, sentence.text[:200]),),
                )


def _open(phase: Phase) -> Iterator[Sentence]:
    yield from (sentence for sentence in phase.sentences if OPEN.search(sentence.text))
