"""A design proposal as rules see it: header, status, number and sections by purpose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from checks.front_matter import FrontMatter, read_front_matter
from checks.globs import matches
from checks.headings import Placed, place
from checks.numbering import has_own_folder, name_of, number_in_name
from checks.parse.markdown import Block, Document, Section, same_title
from checks.pattern import lazy
from checks.process import Process
from checks.snapshot import Change, Snapshot, Source
from config.profile import Proposals

STATUS = lazy(r"[`*_\s\"']*([a-z][a-z-]*)")
STATUS_ALONE = lazy(r"^(?:[-*+#> ]*)[*_]*status[*_]*(?:[ \t]*:|[ \t]*\n)[\s*_]*([^\n<|]+)", re.I | re.M)
NOT_APPLICABLE = lazy(
    r"\W*(?:n\s*/\s*a|na|not\s+applicable|(?:this\s+|it\s+)?does\s+not\s+apply)(?!\w)", re.I
)
NO_REASON = frozenset(
    "to this that the change proposal section feature here it at all in our case for is".split()
)
NUMBER_IN_TITLE = lazy(
    r"\W*(?:(?:proposal|kep|rfc|adr)[\s#:-]*(\d{1,5})\b|#?(\d{1,5})(?:\s*[—–:]|\s+-\s|\.\s))", re.I
)


class HeaderField(Struct, frozen=True):
    """A row of the header table: what it says and where."""

    name: str
    value: str
    line: int


class Proposal(Struct, dict=True):
    """A proposal document. `before` is the same document at the base, `change` what the diff did to it.

    `change` is None for a proposal that the change only links.
    """

    path: str
    document: Document
    process: Process
    change: Change | None = None
    before: Proposal | None = None

    @property
    def is_new(self) -> bool:
        """Whether the change brings it in."""
        return self.change is not None and self.before is None

    @cached_property
    def header(self) -> dict[str, HeaderField]:
        """Rows of the header table by lower-case name; empty where there is none near the top."""
        for section in list(self.document.top.walk())[:3]:
            for block in section.blocks:
                if block.kind == "table" and any(
                    "".join(r.cells[:1]).casefold() == "status" for r in block.rows
                ):
                    return _fields(block)
        return self._status_alone if self.process.profile.proposals.discover else {}

    @property
    def _status_alone(self) -> dict[str, HeaderField]:
        """The status where a project writes no table: on a line of its own, or below that heading."""
        code = [(b.line, b.end_line) for b in self.document.blocks("fence")]
        for found in STATUS_ALONE.finditer(self.document.text.text):
            line = self.document.text.line_at(found.start(1))
            if not any(first <= line <= last for first, last in code):
                return {"status": HeaderField("Status", found[1].strip("`*_\"' "), line)}
        return {}

    @cached_property
    def status(self) -> HeaderField | None:
        """The status row, or None. Its value is the status alone, in lower case: no marks, no release."""
        row = self.header.get("status")
        if row is None:
            return None
        word = STATUS.match(row.value.casefold())
        return HeaderField(row.name, word[1] if word else "", row.line)

    @property
    def name(self) -> str:
        """The name that bears number and title: the file's, or that of the folder which is its own."""
        return name_of(self.path, self.process.profile.proposals)

    @cached_property
    def number(self) -> str | None:
        """The number in that name, as written, or None."""
        return number_in_name(self.path, self.process.profile.proposals)

    @cached_property
    def front_matter(self) -> FrontMatter | None:
        """The YAML before the text, or None."""
        return read_front_matter(self.document)

    @property
    def front_title(self) -> str | None:
        """The `title` of the front matter, or None."""
        said = self.front_matter.fields.get("title") if self.front_matter else None
        return said[0] or None if said else None

    @cached_property
    def title(self) -> str:
        """Its title without the number: from the front matter, else the first heading, else the file name."""
        first = next((s for s in self.document.sections() if s.level == 1), None)
        said = self.front_title or (first.title if first else "") or self.name
        return re.sub(r"^\W*\d{1,5}\s*[—–:.-]?\s*", "", said).strip() or said

    @cached_property
    def title_number(self) -> str | None:
        """The number that the title begins with, or None."""
        first = next((s for s in self.document.sections() if s.level == 1), None)
        return number_of(self.front_title or (first.title if first else ""))

    @cached_property
    def places(self) -> Mapping[str, Placed]:
        """What serves each purpose, or template section without one, under whatever heading."""
        return place(self.process, list(self.document.sections()))

    def section(self, purpose: str) -> Section | None:
        """The section that serves `purpose`: by the headings that are known for it, else by the nearest."""
        placed = self.places.get(purpose)
        return placed.section if placed else None

    def not_applicable(self, purpose: str) -> bool:
        """Whether the author set the section aside as not applicable and said why: then nobody complains."""
        section = self.section(purpose)
        return section is not None and bool(set_aside(section))

    @property
    def is_at_new_path(self) -> bool:
        """Whether the change brings it in or moves it."""
        return self.change is not None and (self.is_new or self.change.old_path != self.path)

    def touches(self, first: int, last: int | None = None) -> bool:
        """Whether a rule may speak about these lines: all of a new document, else what the change edits."""
        if self.change is None:
            return False
        return self.is_new or self.change.edits_head(first, last)

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


def number_of(title: str) -> str | None:
    """The number that a title begins with, or None: `0003 — Shared slots`, `Proposal 3: shared slots`."""
    found = NUMBER_IN_TITLE.match(title)
    return (found[1] or found[2]) if found else None


def set_aside(section: Section) -> str | None:
    """The reason that stands behind a section's `not applicable`, empty where none does; else None."""
    said = " ".join(section.words.split())
    found = NOT_APPLICABLE.match(said)
    if found is None:
        return None
    rest = re.findall(r"[^\W_][\w'-]*", said[found.end() :])
    return " ".join(rest) if any(w.casefold() not in NO_REASON for w in rest) else ""


def _fields(block: Block) -> dict[str, HeaderField]:
    rows = (r for r in block.rows if len(r.cells) >= 2)
    return {r.cells[0].strip("*`: ").casefold(): HeaderField(r.cells[0], r.cells[1], r.line) for r in rows}


def is_proposal(path: str, process: Process, document: Document | None = None) -> bool:
    """Whether a file is a proposal: it stands in a proposals folder and is named, or built, like one.

    A file elsewhere is one where it is both named and built like one. The template, the process page and
    other notes are none.
    """
    naming = process.profile.proposals
    folder = next((f for f in naming.folders if path.startswith(f.rstrip("/") + "/")), None)
    inside = path[len(folder.rstrip("/")) + 1 :] if folder else path
    if not _may_be_named(inside, naming):
        return False
    named = number_in_name(path, naming) is not None
    built = document is not None and looks_like_proposal(document, process)
    if folder is None or ("/" in inside and not has_own_folder(inside, naming)):
        return named and built
    return named or built


def _may_be_named(inside: str, naming: Proposals) -> bool:
    """Whether a file of this path within the folder is no template, process page, or page about a folder."""
    name = inside.rsplit("/", 1)[-1]
    if not name.endswith(".md") or matches(inside, naming.template) or matches(inside, naming.process_page):
        return False
    if has_own_folder(inside, naming):
        return True
    return name.casefold() != "readme.md" and not matches(name, (*naming.template, *naming.process_page))


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
    return number_in_name(path, process.profile.proposals) is not None or any(
        path.startswith(f.rstrip("/") + "/") for f in process.profile.proposals.folders
    )


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
