"""Implementation plans: documents, or sections of one, that are divided into phases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from checks.context import Context
from checks.decision_records import is_touched
from checks.globs import matches
from checks.parse.markdown import Document, Section
from checks.pattern import lazy
from checks.prose import Sentence, sentences

NUMBER = r"(?:\d{1,2}|[A-Z]\b|one|two|three|four|five|six|seven|eight|[ivx]{1,4}\b)"
PHASE = lazy(rf"\W*(?:phase|milestone|stage|step|increment|slice|part|PR)\s*#?{NUMBER}\b", re.I)
PLAN = lazy(
    r"\b(?:implementation|rollout|delivery|work|engineering|execution)\b.*\bplan\b|\bplan\b"
    r"|\broadmap\b|\bphases\b|\bmilestones\b|\bimplementation steps\b",
    re.I,
)
NO_PLAN = lazy(r"\btest(?:ing)? plan\b", re.I)
GUIDE = lazy(r"(?:^|/)(?:guides?|tutorials?|install\w*|quickstart|getting-started)(?:/|\.|$)", re.I)


class Phase(Struct, frozen=True, eq=False, dict=True):
    """One phase: its heading and everything below it. `number` counts from 1 in the order of the text."""

    number: int
    section: Section

    @property
    def title(self) -> str:
        """Its heading."""
        return self.section.title

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """All that it says, without fences."""
        return tuple(sentences(self.section))

    @cached_property
    def words(self) -> str:
        """Its heading and its text on one line each."""
        return "\n".join((self.title, *(s.text for s in self.sentences)))


class Plan(Struct, frozen=True, eq=False, dict=True):
    """The phases of one document, and what the document says outside of them."""

    document: Document
    phases: tuple[Phase, ...]

    @cached_property
    def around(self) -> tuple[Section, ...]:
        """Sections that are neither a phase nor inside one, nor hold one."""
        inside = {id(s) for p in self.phases for s in p.section.walk()}
        above = {id(a) for p in self.phases for a in _above(p.section)}
        return tuple(s for s in self.document.sections() if id(s) not in inside | above)

    def said_for_all(self, pattern: re.Pattern[str]) -> bool:
        """Whether the document says of every phase, outside of them, what `pattern` finds."""
        every = re.compile(
            r"\b(?:each|every|any|all|between) (?:the )?(?:phases?|milestones?|steps?|slices?|PRs?)\b", re.I
        )
        found = (s.text for section in self.document.top.walk() for s in sentences(section, below=False))
        return any(every.search(text) and pattern.search(text) for text in found)


def plan_of(document: Document, context: Context) -> Plan | None:
    """The plan in a document that the change touches, or None where it has none.

    Two phases at least make one, under a heading that speaks of a plan, or in a file that is named so. A
    guide with steps is none.
    """
    if GUIDE.search(document.path):
        return None
    named = matches(document.path, context.profile.records.plans)
    found = [s for s in document.sections() if PHASE.match(s.title) and (named or _planned(s, document))]
    level = min((s.level for s in found), default=0)
    phases = tuple(Phase(n, s) for n, s in enumerate((s for s in found if s.level == level), 1))
    touched = any(is_touched(document, p.section, context) for p in phases)
    return Plan(document, phases) if len(phases) > 1 and touched else None


def _planned(section: Section, document: Document) -> bool:
    """Whether a heading above the section, or the document's title, speaks of a plan."""
    front = re.search(r"^title:\s*(.+)$", document.front_matter or "", re.M)
    titles = [a.title for a in _above(section)] + ([front[1]] if front else [])
    first = next(document.sections(), None)
    titles += [first.title] if first else []
    return any(PLAN.search(t) and not NO_PLAN.search(t) for t in titles)


def _above(section: Section) -> Iterator[Section]:
    above = section.parent
    while above is not None:
        yield above
        above = above.parent
