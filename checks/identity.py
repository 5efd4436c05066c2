"""Stable names: fingerprints and decision numbers survive shifted lines, reflow and reordering."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from checks.model import Defect, Question, Reason

DECISION_NUMBERS = 9_999  # wide enough that questions of one change seldom want the same number


def normal(text: str) -> str:
    """Text without what rewriting changes: case, spacing, list marks and emphasis."""
    return " ".join(re.sub(r"[*_`>#|~]+", " ", text).casefold().split())


def digest(*parts: str) -> str:
    """Sixteen hexadecimal digits that name the parts."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def fingerprint(rule: str, defect: Defect) -> str:
    """What a finding is called: rule, path, anchor and the words concerned, never the line."""
    anchor = defect.anchor or defect.section or ""
    return digest(rule, defect.path, normal(anchor), normal(defect.text or defect.message))


def apart(names: Iterable[str]) -> list[str]:
    """The same names in the same order; a second, third... one alike gets `-2`, `-3`..."""
    seen: dict[str, int] = {}
    out = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        out.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return out


def number_decisions(questions: Iterable[Question]) -> dict[Question, str]:
    """`D-N` for each question. N comes from its path and words, so that other questions do not move it."""
    taken: dict[int, Question] = {}
    ordered = sorted(set(questions), key=_question_digest)[:DECISION_NUMBERS]
    for question in ordered:
        number = int(_question_digest(question), 16) % DECISION_NUMBERS + 1
        while number in taken and len(taken) < DECISION_NUMBERS:
            number = number % DECISION_NUMBERS + 1
        taken[number] = question
    return {question: f"D-{number}" for number, question in taken.items()}


def _question_digest(question: Question) -> str:
    return digest(question.path, normal(question.anchor), normal(question.question))


def reasons_key(reasons: Iterable[Reason]) -> str:
    """A digest of what a classification rests on, without lines: an override holds while it is the same."""
    return digest(*sorted(f"{r.criterion} {r.fact} {r.symbol}" for r in reasons))
