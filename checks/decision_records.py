"""Which documents are decision records, and what of one is where."""

from __future__ import annotations

import re

from msgspec import Struct

from checks.context import Context
from checks.globs import matches
from checks.parse.markdown import Document, Section
from checks.pattern import lazy
from checks.snapshot import Change

NAME = lazy(r"(?:\d{3,5}|adr[-_]?\d+)[-_]", re.I)
NO_RECORD = lazy(r"(?:^|[-_])template|^(?:readme|index|_index|0000)", re.I)
TITLED = lazy(r"\b(?:ADR|architecture decision|decision record)\b", re.I)
BUILT_OF = ("context", "options", "decision", "consequences")
ENOUGH = 3  # headings that make a record, where neither folder nor title does


class Part(Struct, frozen=True):
    """What a record has to say. `words` find its heading, or its row in a header."""

    name: str
    words: re.Pattern[str]
    needed: bool


PARTS = {
    "context": Part("context", lazy(r"\bcontext\b|\bproblem\b|\bbackground\b|\bissue\b", re.I), True),
    "drivers": Part(
        "decision drivers", lazy(r"\bdrivers?\b|\bforces\b|\brequirements\b|\bcriteria\b", re.I), False
    ),
    "options": Part(
        "considered options", lazy(r"\boptions?\b|\balternatives?\b|\bconsidered\b", re.I), False
    ),
    "decision": Part(
        "decision", lazy(r"\bdecision\b(?! drivers| record)|\bresolution\b|\bwe decided\b", re.I), True
    ),
    "consequences": Part(
        "consequences", lazy(r"\bconsequences?\b|\bimplications?\b|\bimpact\b|\boutcome", re.I), True
    ),
    "compatibility": Part(
        "compatibility and rollback",
        lazy(r"\bcompatib\w+|\broll\w*[ -]?back\b|\bupgrad\w+|\bdowngrad\w+|\bmigration\b", re.I),
        False,
    ),
}


def is_record(document: Document, context: Context) -> bool:
    """Whether a document is a decision record: by its folder and name, by its title, or by its headings."""
    name = document.path.rsplit("/", 1)[-1]
    if NO_RECORD.search(name):
        return False
    in_folder = matches(document.path, context.profile.records.decisions)
    titles = [s.title for s in document.sections()]
    built = sum(any(PARTS[part].words.search(t) for t in titles) for part in BUILT_OF)
    titled = bool(titles) and bool(TITLED.search(titles[0]))
    if in_folder:
        return bool(NAME.match(name)) or built > 1
    is_proposal = any(p.path == document.path for p in context.proposals)
    return not is_proposal and titled and built >= ENOUGH - 1


def part(document: Document, which: str) -> Section | None:
    """The section that holds a part, not counting the title."""
    title = next(document.sections(), None)
    for section in document.sections():
        if (section is not title or section.level > 1) and PARTS[which].words.search(section.title):
            return section
    return None


def asked_parts(document: Document, context: Context) -> list[str]:
    """The parts that the folder's own template asks for, or all of them where it has none."""
    base, folder = context.snapshot.base, document.path.rpartition("/")[0]
    for path in base.under(folder) if folder else ():
        if re.search(r"template|0000", path.rsplit("/", 1)[-1], re.I) and path.endswith(".md"):
            template = base.markdown(path)
            if template:
                return [which for which in PARTS if part(template, which)]
    return list(PARTS)


def change_of(document: Document, context: Context) -> Change | None:
    """What the diff did to a document."""
    return context.snapshot.changed(document.path)


def is_touched(document: Document, section: Section, context: Context) -> bool:
    """Whether the change brings in the document, or edits anything in the section."""
    change = change_of(document, context)
    last = max(s.end_line for s in section.walk())
    return change is not None and (change.old_path is None or change.edits_head(section.line, last))
