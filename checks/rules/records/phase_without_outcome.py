"""A phase after which nobody can tell what there is."""

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
    r"\b(?:outcomes?|acceptance|accepted|done when|exit criteri\w+|success criteri\w+|deliver\w*|results?"
    r"|(?:users?|operators?|admin\w*|maintainers?|reviewers?|workloads?|pods?|claims?|it|they) (?:can"
    r"|may|now|sees?)"
    r"|visible|usable|observable|after (?:this|that|it)|afterwards|demonstrat\w+|so that|ships?)\b"
    r"|\b(?:users?|operators?|administrators?|admins?) (?!who\b|and\b|or\b)[a-z]+",
    re.I,
)
HEADING = lazy(r"\b(?:outcome|acceptance|deliverable|success|exit|criteria)", re.I)


@rule(BLOCKING, Document)
def check(document: Document, context: Context) -> Iterable[Defect]:
    """A phase of an implementation plan names work, and no outcome or acceptance criterion.

    A phase that cannot be accepted cannot be reviewed on its own, and never ends.

    Left alone: plans that say it for all phases or in a section of their own, guides with steps, and phases
    that the change does not touch.

    Source: the implementation plan: user-visible outcome and acceptance criteria for each phase.
    """
    for _plan, phase in phases_without(document, context, SAID, HEADING):
        yield at_phase(
            document,
            phase,
            "This phase names no outcome: say what can be seen after it, and when it is done.",
        )
