"""A phase that nothing tests."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.rule import BLOCKING, rule
from checks.rules.records.gaps import at_phase, phases_without

SAID = lazy(
    r"\b(?:unit|integration|e2e|end-to-end|bats|mock\w*|regression)\b|\btest\w*|\bcoverage\b|\bCI\b|\bsuite\b"
    r"|\bverif\w+|_test\.go\b|\.bats\b|\bsoak\w*",
    re.I,
)
HEADING = lazy(r"\b(?:test|verification)", re.I)


@rule(BLOCKING, Document)
def check(document: Document, context: Context) -> Iterable[Defect]:
    """A phase of an implementation plan names no test of any kind.

    A phase is to leave the tree buildable and testable; tests that come in a phase of their own come late.

    Left alone: plans that say it for all phases or in a section on tests, and phases that the change does not
    touch.

    Source: the implementation plan: unit, integration, end-to-end and hardware coverage as applicable.
    """
    for _plan, phase in phases_without(document, context, SAID, HEADING):
        yield at_phase(document, phase, "This phase names no test: which suite shows that it works?")
