"""The floor is not below what the change itself needs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from checks.answers import answer, quote, said_wrong
from checks.context import Context
from checks.floors import VERSION, as_numbers, is_below, stated_versions
from checks.globs import select
from checks.model import Defect, Evidence
from checks.parse.markdown import Section
from checks.proposal import Proposal
from checks.prose import sentences, terms
from checks.rule import BLOCKING, Found, rule
from checks.rules.substance.examples import user_examples
from config.profile import Floor


class Wanted(Struct, frozen=True):
    """A version that something needs, and the line that shows it."""

    version: str
    why: str
    evidence: Evidence


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a floor lower than the project's own, also "any version", or lower than what its examples use.

    Versions are compared as far as both are written: 1.34 is not below 1.34.2. Source: the project's page of
    requirements at the head, and the version that brought each API.
    """
    section = answer(proposal, "environment")
    if section is None:
        return
    for floor in context.profile.vocabulary.floors:
        yield from _without_floor(proposal, section, floor, context)
        stated = [(s, m["version"]) for s in sentences(section) for m in stated_versions(s, floor)]
        if not stated:
            continue
        sentence, version = min(stated, key=lambda pair: as_numbers(pair[1]))
        worst = [w for w in _wanted(proposal, context, floor) if is_below(version, w.version)]
        if worst:
            need = max(worst, key=lambda w: as_numbers(w.version))
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


def _without_floor(proposal: Proposal, section: Section, floor: Floor, context: Context) -> Iterator[Defect]:
    """`Kubernetes: any version`, where the project has a floor of its own."""
    pattern = re.compile(
        rf"(?:{terms(floor.words).pattern})\W{{1,5}}(?:any|all|every) (?:version|release)s?\W*\Z", re.I
    )
    own = next(_projects_own(context, floor), None)
    for sentence in sentences(section) if own else ():
        if own and pattern.search(sentence.text):
            message = (
                f"{section.title} allows any version of {floor.name}, but {own.why} needs {own.version}."
            )
            yield said_wrong(proposal, sentence, message, (own.evidence,))


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
