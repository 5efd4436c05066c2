"""A phase without a way back."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.rule import OPTIONAL, rule
from checks.rules.records.gaps import at_phase, phases_without

SAID = lazy(
    r"\broll\w*[ -]?backs?\b|\broll\w* back\b|\brevert\w*|\bdowngrad\w+|\bundo\w*|\bback(?:ed)? out\b"
    r"|\bbackout\b"
    r"|\boff by default\b|\bgate (?:is |stays |remains )?off\b|\bturn\w* (?:it |the gate )?off\b|\bdisabl\w+"
    r"|\bno (?:behaviou?r|user-visible) change\b|\bnothing (?:uses|reads|calls) it\b",
    re.I,
)
HEADING = lazy(r"\b(?:roll\w*[ -]?back|downgrad|revert|back ?out)", re.I)


@rule(OPTIONAL, Document)
def check(document: Document, context: Context) -> Iterable[Defect]:
    """A phase of an implementation plan does not say how it is taken back.

    Left alone: phases behind a gate that is off, plans that say it for all phases or in a section of their
    own, and phases that the change does not touch.

    Why it matters: the phase that goes wrong is the one that nobody planned to take back.

    Source: the implementation plan: upgrade sequencing and rollback point.
    """
    for _plan, phase in phases_without(document, context, SAID, HEADING):
        yield at_phase(
            document, phase, "This phase has no rollback point: how is it taken back once it is in?"
        )
