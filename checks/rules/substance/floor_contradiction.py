"""The floor is not below what the change itself needs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from checks.answers import answer, quote
from checks.context import Context
from checks.globs import select
from checks.model import Defect, Evidence
from checks.proposal import Proposal
from checks.prose import Sentence, sentences, terms
from checks.rule import BLOCKING, Found, rule
from checks.rules.substance.examples import user_examples
from config.profile import Floor

VERSION = r"v?(?P<version>\d{1,4}(?:\.\d+){0,3})"
BETWEEN = r"[^\d.;()]{0,30}?"
NOT_A_FLOOR = re.compile(
    r"\b(?:below|before|older than|prior to|up to|until|earlier than|not|less than|<|deprecated"
    r"|unsupported)\W*$",
    re.I,
)


class Wanted(Struct, frozen=True):
    """A version that something needs, and the line that shows it."""

    version: str
    why: str
    evidence: Evidence


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a floor lower than the project's own, or lower than what the document's examples use.

    Versions are compared as far as both are written: 1.34 is not below 1.34.2. Source: the project's page of
    requirements at the head, and the version that brought each API.
    """
    section = answer(proposal, "environment")
    if section is None:
        return
    for floor in context.profile.vocabulary.floors:
        stated = [found for s in sentences(section) for found in _stated(s, floor)]
        if not stated:
            continue
        sentence, version = min(stated, key=lambda pair: _number(pair[1]))
        worst = [w for w in _wanted(proposal, context, floor) if _below(version, w.version)]
        if worst:
            need = max(worst, key=lambda w: _number(w.version))
            allowed = f"{section.title} allows {floor.name} {version}"
            yield Defect(
                path=proposal.path,
                line=sentence.line,
                message=f"{allowed}, but {need.why} needs {need.version}.",
                section=section.title,
                anchor=section.title,
                text=f"{floor.name} {version} {need.version}",
                evidence=(quote(proposal, sentence.line), need.evidence),
            )


def _stated(sentence: Sentence, floor: Floor) -> Iterator[tuple[Sentence, str]]:
    """Versions that follow the floor's name; a name of another thing between the two breaks it."""
    pattern = re.compile(rf"(?:{terms(floor.words).pattern}){BETWEEN}(?<![\w.-]){VERSION}(?![\w-])", re.I)
    for found in pattern.finditer(sentence.text):
        if not NOT_A_FLOOR.search(sentence.text[: found.start("version")]):
            yield sentence, found["version"]


def _wanted(proposal: Proposal, context: Context, floor: Floor) -> Iterator[Wanted]:
    yield from _projects_own(context, floor)
    for need in context.profile.vocabulary.needs:
        for fence in user_examples(proposal) if need.floor == floor.name else ():
            for number, line in enumerate(fence.content.splitlines(), fence.content_line):
                if any(re.search(rf"{re.escape(word)}(?!\w)", line) for word in need.words):
                    yield Wanted(need.version, need.name, quote(proposal, number))


def _projects_own(context: Context, floor: Floor) -> Iterator[Wanted]:
    head = context.snapshot.head
    for path in select(head.paths(), context.profile.vocabulary.requirements_page):
        page = head.markdown(path)
        for row in (r for b in page.blocks("table") for r in b.rows) if page else ():
            if row.cells and row.cells[0].strip() in floor.rows:
                found = re.search(VERSION, " ".join(row.cells[1:]))
                if page and found:
                    yield Wanted(
                        found["version"],
                        "the driver",
                        Evidence(path, row.line, page.text.line(row.line).strip()),
                    )


def _number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _below(stated: str, wanted: str) -> bool:
    """Whether a version is lower, as far as both are written out; 0.5 and 565 are versions of two things."""
    one, other = _number(stated), _number(wanted)
    if len(str(one[0])) != len(str(other[0])):
        return False
    shared = min(len(one), len(other))
    return one[:shared] < other[:shared]
