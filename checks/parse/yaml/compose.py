"""Text to YAML nodes through libyaml's events: no recursion, no objects, every cost bounded."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

import yaml
from yaml.reader import ReaderError

from checks.model import Unread
from checks.parse.text import Text
from checks.parse.yaml.nodes import Duplicate, Entry, Fault, Node, YamlDocument, YamlFile

MAX_NODES = 120_000  # in one file; a second of work on a small machine
MAX_EXPANDED = 200_000  # in one file, each alias counted with all that it stands for
MAX_DEPTH = 100
MAX_DOCUMENTS = 1_000
ODD_BREAKS = re.compile("[\r\x85\u2028\u2029]")  # line breaks to YAML, none to anybody else
DOCUMENT_START = re.compile(r"^---(?=\s|$)", re.M)


class Faulty(Exception):
    """One document breaks a bound; its fellows may be read."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class TooMuch(Exception):
    """The file as a whole is more than is read."""


def parse(text: Text) -> YamlFile | Unread:
    """The file's documents, or why none of it is read."""
    return parse_fragment(text)


def parse_fragment(text: Text, line: int = 1) -> YamlFile | Unread:
    """Documents of text whose first line is `line` of its file (front matter, a fence, a block scalar)."""
    composer = _Composer()
    try:
        documents = tuple(composer.documents(text.text, line - 1))
    except TooMuch as error:
        return Unread(text.path, str(error))
    return YamlFile(text.path, text, documents)


class _Lines:
    """From a mark to its line, also where the text holds line breaks that only YAML sees."""

    def __init__(self, source: str, above: int) -> None:
        self.above = above
        self.ends = [i for i, c in enumerate(source) if c == "\n"] if ODD_BREAKS.search(source) else None

    def of(self, mark: Any) -> int:
        if self.ends is None:
            return int(mark.line) + 1 + self.above
        return bisect_right(self.ends, mark.index - 1) + 1 + self.above


@dataclass(slots=True)
class _Open:
    """A map or list whose end is still to come."""

    node: Node
    anchor: str | None
    key: Node | None = None
    first: dict[str, int] = field(default_factory=dict)


class _Composer:
    """Composes the documents of one file and counts what they cost."""

    def __init__(self) -> None:
        self.nodes = 0
        self.expanded = 0
        self.count = 0

    def documents(self, source: str, above: int) -> Iterator[YamlDocument]:
        """Every document; from the first faulty one on, each is read by itself."""
        for document in self._stream(source, above):
            starts = [m.start() for m in DOCUMENT_START.finditer(source)] if document.fault else []
            if not [s for s in starts if source[:s].strip()]:
                yield document
                continue
            self.count -= 1
            yield from self._one_by_one(source, above, [0, *starts], document.line)

    def _one_by_one(self, source: str, above: int, starts: list[int], line: int) -> Iterator[YamlDocument]:
        pieces = [source[a:b] for a, b in zip(starts, [*starts[1:], len(source)], strict=True)]
        tops = accumulate((p.count("\n") for p in pieces), initial=above)
        for piece, top in zip(pieces, tops, strict=False):
            if top + piece.count("\n") + 1 >= line and piece.strip():
                yield from (d for d in self._stream(piece, top) if d.line >= line)

    def _stream(self, source: str, above: int) -> Iterator[YamlDocument]:
        """Documents in order; the first faulty one is the last."""
        lines = _Lines(source, above)
        parser = yaml.CLoader(source)
        at = above + 1
        try:
            while parser.check_event():
                event = parser.get_event()
                if type(event) is not yaml.DocumentStartEvent:
                    continue
                at = lines.of(event.start_mark)
                self._count_document()
                yield _Reading(self, parser, lines).document(at)
                at += 1
        except (yaml.YAMLError, Faulty) as error:
            self._count_document()
            yield YamlDocument(at, at, fault=_fault(error, source, lines, at))
        finally:
            parser.dispose()

    def _count_document(self) -> None:
        self.count += 1
        if self.count > MAX_DOCUMENTS:
            raise TooMuch(f"more than {MAX_DOCUMENTS:,} YAML documents")

    def count_node(self) -> None:
        """Counts one node; beyond the bound nothing of the file is read."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise TooMuch(f"more than {MAX_NODES:,} YAML nodes")

    def count_alias(self, node: Node, line: int) -> None:
        """Counts what an alias stands for: a few lines of aliases can stand for millions of nodes."""
        self.expanded += node.size
        if self.expanded > MAX_EXPANDED:
            raise Faulty(f"aliases stand for more than {MAX_EXPANDED:,} nodes", line)


def _fault(error: Exception, source: str, lines: _Lines, at: int) -> Fault:
    if isinstance(error, Faulty):
        return Fault(error.line, str(error))
    if isinstance(error, ReaderError):
        before = source.encode()[: error.position]
        return Fault(before.count(b"\n") + 1 + lines.above, "a character that YAML does not allow")
    marks = [getattr(error, "problem_mark", None), getattr(error, "context_mark", None)]
    found = [lines.of(mark) for mark in marks if mark]
    last = source.rstrip().count("\n") + 1 + lines.above
    line = next((n for n in found if n <= last), last if found else at)
    return Fault(line, str(getattr(error, "problem", None) or error))


class _Reading:
    """One document, built from its events."""

    def __init__(self, composer: _Composer, parser: Any, lines: _Lines) -> None:
        self.composer = composer
        self.parser = parser
        self.lines = lines
        self.stack: list[_Open] = []
        self.anchors: dict[str, Node] = {}
        self.root: Node | None = None
        self.duplicates: list[Duplicate] = []

    def document(self, line: int) -> YamlDocument:
        """The document up to its end event."""
        next_event = self.parser.get_event
        while type(event := next_event()) is not yaml.DocumentEndEvent:
            self._take(event)
        root = self.root
        if root and root.kind == "scalar" and not (root.text or root.style or root.tag):
            root = None
        end = root.end_line if root else line
        return YamlDocument(line, max(line, end), root, duplicates=tuple(self.duplicates))

    def _take(self, event: Any) -> None:
        kind = type(event)
        if kind is yaml.ScalarEvent:
            self._add(self._scalar(event), event.anchor)
        elif kind is yaml.MappingStartEvent:
            self._open("map", event)
        elif kind is yaml.SequenceStartEvent:
            self._open("list", event)
        elif kind is yaml.AliasEvent:
            self._alias(event)
        else:
            self._close(event)

    def _scalar(self, event: Any) -> Node:
        start, end = event.start_mark, event.end_mark
        line = self.lines.of(start)
        last = self.lines.of(end)
        style = event.style or ""
        if style in ("|", ">") and end.column == 0 and last > line:
            last -= 1
        self.composer.count_node()
        return Node("scalar", line, start.column + 1, last, event.value, style, event.tag or "")

    def _open(self, kind: Any, event: Any) -> None:
        line = self.lines.of(event.start_mark)
        if len(self.stack) >= MAX_DEPTH:
            raise Faulty(f"nested deeper than {MAX_DEPTH} levels", line)
        self.composer.count_node()
        node = Node(kind, line, event.start_mark.column + 1, line, tag=event.tag or "")
        node.style = "{" if event.flow_style else ""
        self.stack.append(_Open(node, event.anchor))

    def _alias(self, event: Any) -> None:
        line = self.lines.of(event.start_mark)
        node = self.anchors.get(event.anchor)
        if node is None:
            raise Faulty(f"alias *{event.anchor} stands before the end of its anchor, or has none", line)
        if len(self.stack) + node.height > MAX_DEPTH:
            raise Faulty(f"nested deeper than {MAX_DEPTH} levels", line)
        self.composer.count_node()
        self.composer.count_alias(node, line)
        self._add(node, None)

    def _close(self, event: Any) -> None:
        done = self.stack.pop()
        node = done.node
        if node.style:
            node.end_line = max(node.end_line, self.lines.of(event.end_mark))
        node.style = ""
        if node.kind == "map":
            _merge(node)
        self._add(node, done.anchor)

    def _add(self, node: Node, anchor: str | None) -> None:
        if anchor is not None:
            self.anchors[anchor] = node
        if not self.stack:
            self.root = node
            return
        top = self.stack[-1]
        parent = top.node
        parent.size += node.size
        parent.height = max(parent.height, node.height + 1)
        if node.end_line > parent.end_line:
            parent.end_line = node.end_line
        if parent.kind == "list":
            parent.items.append(node)
        elif top.key is None:
            top.key = node
        else:
            self._enter(top, top.key, node)
            top.key = None

    def _enter(self, top: _Open, key: Node, value: Node) -> None:
        name = key.text if key.kind == "scalar" else "?"
        if name in top.first and name not in ("?", "<<"):
            self.duplicates.append(Duplicate(name, key.line, top.first[name]))
        top.first.setdefault(name, key.line)
        top.node.entries.append(Entry(name, key.line, key.column, value, merged=False))


def _merge(node: Node) -> None:
    """Puts what a merge key brings in behind the map's own entries."""
    merges = [e for e in node.entries if e.key == "<<"]
    if not merges:
        return
    node.entries = [e for e in node.entries if e.key != "<<"]
    known = {e.key for e in node.entries}
    for merge in merges:
        for source in merge.value.items or [merge.value]:
            for entry in source.entries:
                if entry.key not in known:
                    known.add(entry.key)
                    node.entries.append(Entry(entry.key, merge.line, merge.column, entry.value, merged=True))
