"""The YAML at the head of a document: its fields with their lines, or what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct, field

from checks.model import Unread
from checks.parse.markdown import Document
from checks.parse.text import Text
from checks.parse.yaml import YamlFile, parse_fragment
from checks.pattern import lazy

MAX_CHARACTERS = 20_000
BARE_HANDLE = lazy(r"(?P<before>[ \t]*(?:-[ \t]+)?(?:[\w-]+:[ \t]+)?)(?P<handle>@[\w/-]+)[ \t]*\Z")


class Fault(Struct, frozen=True):
    """Why the front matter is no YAML mapping, and the line of the document that shows it."""

    line: int
    why: str
    mended: str | None = None


class FrontMatter(Struct, frozen=True):
    """Fields by name, each with its value as text and its line; and faults, in order."""

    fields: dict[str, tuple[str, int]] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()


def read_front_matter(document: Document) -> FrontMatter | None:
    """The front matter of a document, or None where it has none. Aliases are never followed."""
    source = document.front_matter
    if source is None:
        fault = _misplaced(document)
        return FrontMatter(faults=(fault,)) if fault else None
    if len(source) > MAX_CHARACTERS:
        return FrontMatter(faults=(Fault(1, f"it is longer than {MAX_CHARACTERS:,} characters"),))
    parsed = parse_fragment(Text(document.path, source), line=2)
    if isinstance(parsed, Unread):
        return FrontMatter(faults=(Fault(1, parsed.why),))
    if parsed.faults:
        handles = tuple(_bare_handles(document))
        return FrontMatter(
            faults=handles or tuple(Fault(f.line, f"YAML says: {f.message}") for f in parsed.faults)
        )
    return _fields(parsed)


def _fields(parsed: YamlFile) -> FrontMatter:
    root = parsed.roots[0] if parsed.roots else None
    if root is None or root.kind != "map":
        return FrontMatter(faults=(Fault(1, "it is not a list of `key: value` lines"),))
    doubles = (d for document in parsed.documents for d in document.duplicates)
    return FrontMatter(
        {e.key: (e.value.text or "…" * bool(e.value.items or e.value.entries), e.line) for e in root.entries},
        tuple(Fault(d.line, f"`{d.key}` stands there twice") for d in doubles),
    )


def _bare_handles(document: Document) -> Iterator[Fault]:
    for number in range(2, document.front_matter_end):
        line = document.text.line(number)
        found = BARE_HANDLE.fullmatch(line)
        if found:
            mended = f'{found["before"]}"{found["handle"]}"'
            yield Fault(number, f"YAML cannot begin a value with `@`: quote `{found['handle']}`", mended)


def _misplaced(document: Document) -> Fault | None:
    """Front matter that a reader sees and a program does not: begun too late, or never ended."""
    lines = document.text.lines
    first = next((n for n, line in enumerate(lines, 1) if line.strip()), 1)
    if document.text.line(first).rstrip() != "---" or not re.match(r"[\w-]+:", document.text.line(first + 1)):
        return None
    if first > 1:
        return Fault(first, "it must begin on the first line of the file")
    return Fault(first, "it has no closing `---` line")
