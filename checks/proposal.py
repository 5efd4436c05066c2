"""A design proposal as rules see it: header, status, number and sections by purpose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from checks.globs import matches
from checks.parse.markdown import Block, Document, Section, same_title
from checks.process import Process
from checks.snapshot import Change, Snapshot, Source

NUMBER_IN_TITLE = re.compile(r"^\W*(?:(?:proposal|kep|rfc|adr)\s*)?#?(\d{1,5})\b", re.I)


@dataclass(frozen=True, slots=True)
class HeaderField:
    """A row of the header table: what it says and where."""

    name: str
    value: str
    line: int


@dataclass
class Proposal:
    """A proposal document. `before` is the same document at the base, `change` what the diff did to it.

    `change` is None for a proposal that the change only links.
    """

    path: str
    document: Document
    process: Process
    change: Change | None = None
    before: Proposal | None = None
    _sections: dict[str, Section | None] = field(default_factory=dict)

    @property
    def is_new(self) -> bool:
        """Whether the change brings it in."""
        return self.change is not None and self.before is None

    @cached_property
    def header(self) -> dict[str, HeaderField]:
        """Rows of the header table by lower-case name; empty where there is none near the top."""
        for section in list(self.document.top.walk())[:3]:
            for block in section.blocks:
                if block.kind == "table" and any(r.cells[:1] == ("Status",) for r in block.rows):
                    return _fields(block)
        return {}

    @cached_property
    def status(self) -> HeaderField | None:
        """The status row, or None. Its value is lower case without marks."""
        row = self.header.get("status")
        return HeaderField(row.name, row.value.strip("`*_ .").casefold(), row.line) if row else None

    @cached_property
    def number(self) -> str | None:
        """The number in the file name, as written, or None."""
        name = self.path.rsplit("/", 1)[-1]
        patterns = self.process.profile.proposals
        for pattern in (patterns.file_name, patterns.loose_file_name):
            found = re.fullmatch(pattern, name)
            if found:
                return found.groupdict().get("number")
        return None

    @cached_property
    def front_title(self) -> str | None:
        """The `title` of the front matter as written, or None."""
        found = re.search(r"^title:[ \t]*(.+?)[ \t]*$", self.document.front_matter or "", re.M)
        return found[1].strip("\"'") if found else None

    @cached_property
    def title(self) -> str:
        """Its title without the number: from the front matter, else the first heading, else the file name."""
        first = next((s for s in self.document.sections() if s.level == 1), None)
        said = self.front_title or (first.title if first else "") or self.path.rsplit("/", 1)[-1]
        return re.sub(r"^\W*\d{1,5}\s*[—–:.-]?\s*", "", said).strip() or said

    @cached_property
    def title_number(self) -> str | None:
        """The number that the title begins with, or None."""
        first = next((s for s in self.document.sections() if s.level == 1), None)
        found = NUMBER_IN_TITLE.match(self.front_title or (first.title if first else ""))
        return found[1] if found else None

    def section(self, purpose: str) -> Section | None:
        """The section that serves `purpose`, by any heading that the profile knows for it."""
        if purpose not in self._sections:
            known = self.process.profile.proposals.sections.get(purpose)
            self._sections[purpose] = self.document.section(*known.titles) if known else None
        return self._sections[purpose]

    def words(self, *purposes: str) -> str:
        """What a reader sees in the sections for these purposes; with none named, in the whole document."""
        if not purposes:
            return self.document.top.words
        return "\n".join(s.words for s in map(self.section, purposes) if s)

    def components(self) -> Iterator[tuple[Block, bool]]:
        """The checkboxes of the affected components, each with whether it is ticked."""
        section = self.section("components")
        for block in section.all_blocks() if section else ():
            if block.task is not None:
                yield block, block.task


def _fields(block: Block) -> dict[str, HeaderField]:
    rows = (r for r in block.rows if len(r.cells) >= 2)
    return {r.cells[0].strip("*`: ").casefold(): HeaderField(r.cells[0], r.cells[1], r.line) for r in rows}


def is_proposal(path: str, process: Process, document: Document | None = None) -> bool:
    """Whether a file is a proposal: it stands in a proposals folder and is named, or built, like one.

    The template, the process page and other notes are none.
    """
    naming = process.profile.proposals
    folder = next((f for f in naming.folders if path.startswith(f.rstrip("/") + "/")), None)
    name = path.rsplit("/", 1)[-1]
    if folder is None or not name.endswith(".md") or "/" in path[len(folder.rstrip("/")) + 1 :]:
        return False
    if matches(name, naming.template) or matches(name, naming.process_page) or name.casefold() == "readme.md":
        return False
    if re.fullmatch(naming.file_name, name) or re.fullmatch(naming.loose_file_name, name):
        return True
    return document is not None and looks_like_proposal(document, process)


def looks_like_proposal(document: Document, process: Process) -> bool:
    """Whether a document has at least half of the template's headings."""
    asked = {same_title(s.title) for s in process.sections if s.level == 2}
    there = {same_title(s.title) for s in document.sections()}
    return bool(asked) and len(asked & there) * 2 >= len(asked)


def proposals_in(snapshot: Snapshot, process: Process) -> tuple[Proposal, ...]:
    """The proposals that the change adds or edits, by path."""
    found = []
    for change in snapshot.changes:
        path = change.new_path
        if path is None or not path.endswith(".md"):
            continue
        document = snapshot.head.markdown(path) if _may_be(path, process) else None
        if document is None or not is_proposal(path, process, document):
            continue
        before = _read(snapshot.base, change.old_path, process)
        found.append(Proposal(path, document, process, change, before))
    return tuple(sorted(found, key=lambda p: p.path))


def _may_be(path: str, process: Process) -> bool:
    return any(path.startswith(f.rstrip("/") + "/") for f in process.profile.proposals.folders)


def _read(source: Source, path: str | None, process: Process) -> Proposal | None:
    document = source.markdown(path) if path and source.exists(path) else None
    return Proposal(path, document, process) if path and document else None


def proposals_at(source: Source, process: Process) -> tuple[str, ...]:
    """Paths of all proposals in a tree, by name alone."""
    paths = (p for f in process.profile.proposals.folders for p in source.under(f))
    return tuple(sorted({p for p in paths if is_proposal(p, process)}))


def read_proposal(source: Source, path: str, process: Process) -> Proposal | None:
    """The proposal at `path` of a tree, or None where it is not there or not read."""
    return _read(source, path, process)
