"""What the project's page of requirements asks for, with the use for which it asks more."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from checks.context import Context
from checks.floors import VERSION, as_numbers
from checks.globs import select
from checks.model import Evidence
from checks.parse.markdown import Row
from checks.pattern import lazy
from config.profile import Floor

USE = lazy(r"\b(?:if|when|for|with)\b[^.]{0,40}?\b(?P<use>[A-Z][a-z0-9]+[A-Z]\w{2,40})")


class Requirement(Struct, frozen=True):
    """The lowest version of something that the project needs: at all, or for one `use` of it."""

    name: str
    version: str
    use: str
    evidence: Evidence


def requirements(context: Context) -> tuple[Requirement, ...]:
    """Those of the tables on the pages at the head, for each floor that the profile names."""
    return context.snapshot.head.once("requirements", "", lambda: tuple(_all(context)))


def _all(context: Context) -> Iterator[Requirement]:
    head, vocabulary = context.snapshot.head, context.profile.vocabulary
    for path in select(head.paths(), vocabulary.requirements_page):
        page = head.markdown(path)
        for row in (r for b in page.blocks("table") for r in b.rows) if page else ():
            floor = next((f for f in vocabulary.floors if row.cells and row.cells[0].strip() in f.rows), None)
            if floor and page:
                evidence = Evidence(path, row.line, page.text.line(row.line).strip()[:200])
                yield from _of_row(row, floor, evidence)


def _of_row(row: Row, floor: Floor, evidence: Evidence) -> Iterator[Requirement]:
    """The first version of a row, and a later higher one that is for a use with a name of its own."""
    found = list(re.finditer(rf"(?<![\w.-]){VERSION}", " ".join(row.cells[1:])))
    for number, version in enumerate(found):
        end = found[number + 1].start() if number + 1 < len(found) else len(version.string)
        use = USE.search(version.string[version.end() : end])
        if number == 0:
            yield Requirement(floor.name, version["version"], "", evidence)
        elif use and as_numbers(version["version"]) > as_numbers(found[0]["version"]):
            yield Requirement(floor.name, version["version"], use["use"].removesuffix("s"), evidence)
