"""The project's own process, read from its page and template at the base."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from itertools import islice

from msgspec import Struct

from checks.globs import matches
from checks.model import Evidence
from checks.parse.markdown import Block, Document, Section, same_title
from checks.snapshot import Source
from config.profile import Profile

MOST_SECTIONS = 200  # nobody fills in more, and each is sought among the headings of each document
SUMMED_UP = re.compile(r"`([a-z][a-z-]*)`\s*(?:—|–|-|:)")


class TemplateSection(Struct, frozen=True):
    """A section that the template asks for, with what the template itself puts in it."""

    title: str
    level: int
    purpose: str | None
    parent: str | None
    guidance: str
    body: str
    line: int = 1

    @property
    def key(self) -> str:
        """What the section is known by: its purpose, else its title."""
        return self.purpose or same_title(self.title)

    @property
    def is_heading_only(self) -> bool:
        """Whether the template puts nothing under the heading itself: it only holds others."""
        return not self.guidance.strip() and not self.body.strip()


class Process:
    """When a proposal is needed, how it is built and how its status moves, in the project's words."""

    def __init__(self, source: Source, profile: Profile) -> None:
        self._source = source
        self.profile = profile

    @cached_property
    def folders(self) -> tuple[str, ...]:
        """Proposal folders that exist, the present one first; the first named one where none does."""
        wanted = self.profile.proposals.folders
        there = tuple(f for f in wanted if self._source.under(f))
        return there or wanted[:1]

    @property
    def folder(self) -> str | None:
        """Where a new proposal belongs."""
        return self.folders[0] if self.folders else None

    def _file(self, names: Iterable[str]) -> str | None:
        names = tuple(names)
        for folder in self.folders:
            for path in self._source.under(folder):
                if matches(path[len(folder.rstrip("/")) + 1 :], names):
                    return path
        return None

    @cached_property
    def page_path(self) -> str | None:
        """Path of the process page, or None."""
        return self._file(self.profile.proposals.process_page)

    @cached_property
    def template_path(self) -> str | None:
        """Path of the template, or None."""
        return self._file(self.profile.proposals.template)

    @cached_property
    def page(self) -> Document | None:
        """The process page at the base."""
        return self._source.markdown(self.page_path) if self.page_path else None

    @cached_property
    def template(self) -> Document | None:
        """The template at the base."""
        return self._source.markdown(self.template_path) if self.template_path else None

    @cached_property
    def statuses(self) -> tuple[str, ...]:
        """The lifecycle as the page lists it, else as the profile does."""
        section = self.page.section("Status lifecycle", "Status", "Lifecycle") if self.page else None
        if section:
            listed = (SUMMED_UP.match(b.text.strip()) for b in section.all_blocks() if b.kind == "item")
            found = tuple(m[1] for m in listed if m)
            if found:
                return found
        return self.profile.proposals.statuses

    @cached_property
    def sections(self) -> tuple[TemplateSection, ...]:
        """What the template asks for, in its order; empty where there is no template."""
        if self.template is None:
            return ()
        asked = (s for s in self.template.sections() if s is not self._title)
        return tuple(self._template_section(s) for s in islice(asked, MOST_SECTIONS))

    @cached_property
    def _title(self) -> Section | None:
        """The template's only first-level heading: a document's title, which each document writes anew."""
        top = [s for s in (self.template.sections() if self.template else ()) if s.level == 1]
        return top[0] if len(top) == 1 else None

    def _template_section(self, section: Section) -> TemplateSection:
        above = section.parent
        parent = above.title if above and above.level and above is not self._title else None
        body = "\n".join(b.text or b.content for b in section.blocks)
        guidance = "\n".join(section.comments)
        return TemplateSection(
            section.title, section.level, self.purpose(section.title), parent, guidance, body, section.line
        )

    @cached_property
    def by_key(self) -> dict[str, TemplateSection]:
        """The template's sections by what they are known by."""
        return {s.key: s for s in self.sections}

    def asks_for(self, section: TemplateSection) -> Evidence | None:
        """The template's heading of a section."""
        return self._line_of(self.template, section.line)

    def template_line(self, words: str) -> Evidence | None:
        """The first line of the template that holds `words`."""
        return _quote(self.template, words)

    def page_line(self, words: str) -> Evidence | None:
        """The first line of the process page that holds `words`."""
        return _quote(self.page, words)

    @staticmethod
    def _line_of(document: Document | None, line: int) -> Evidence | None:
        return Evidence(document.path, line, document.text.line(line).strip()) if document else None

    @cached_property
    def header_fields(self) -> tuple[str, ...]:
        """Rows of the header table that the template begins with, else those that the profile names."""
        tables = (b for b in (self.template.top.blocks if self.template else ()) if b.kind == "table")
        table = next(tables, None)
        if table is None:
            return self.profile.proposals.header_fields
        return tuple(row.cells[0] for row in table.rows[1:] if row.cells and row.cells[0])

    def purpose(self, title: str) -> str | None:
        """What a section of this title is for, or None."""
        return self._purposes.get(same_title(title))

    @cached_property
    def _purposes(self) -> dict[str, str]:
        sections = self.profile.proposals.sections
        return {same_title(t): purpose for purpose, s in sections.items() for t in s.titles}

    def sentence(self, words: Iterable[str], fallback: str) -> str:
        """The page's own list item that holds all of `words`, as one line; else `fallback`."""
        wanted = [w.casefold() for w in words]
        for block in self._items:
            said = " ".join(block.plain.split())
            if wanted and all(w in said.casefold() for w in wanted):
                return said
        return fallback

    def evidence_of(self, sentence: str) -> Evidence | None:
        """Where the page says a sentence that `sentence` found on it, or None."""
        for block in self._items:
            if self.page and " ".join(block.plain.split()) == sentence:
                return self._line_of(self.page, block.line)
        return None

    @cached_property
    def _items(self) -> tuple[Block, ...]:
        return tuple(self.page.blocks("item")) if self.page else ()


def _quote(document: Document | None, words: str) -> Evidence | None:
    if document is None:
        return None
    for number, line in enumerate(document.text.lines, 1):
        if words.casefold() in line.casefold():
            return Evidence(document.path, number, line.strip())
    return None
