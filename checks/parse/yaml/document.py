"""One YAML document, built from libyaml's events: no recursion, no objects."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

import yaml
from msgspec import Struct, field

from checks.parse.yaml.budget import MAX_DEPTH, Budget, Faulty
from checks.parse.yaml.nodes import Duplicate, Entry, Node, YamlDocument
from checks.pattern import lazy

ODD_BREAKS = lazy("[\r\x85\u2028\u2029]")  # line breaks to YAML, none to anybody else


class Lines:
    """From a mark to its line, also where the text holds line breaks that only YAML sees."""

    def __init__(self, source: str, above: int) -> None:
        self.above = above
        self.ends = [i for i, c in enumerate(source) if c == "\n"] if ODD_BREAKS.search(source) else None

    def of(self, mark: Any) -> int:
        """The 1-based line of the file that a mark points at."""
        if self.ends is None:
            return int(mark.line) + 1 + self.above
        return bisect_right(self.ends, mark.index - 1) + 1 + self.above


class _Open(Struct):
    """A map or list whose end is still to come."""

    node: Node
    anchor: str | None
    key: Node | None = None
    first: dict[str, int] = field(default_factory=dict)


class Reading:
    """One document, built from its events; raises `Faulty` and `TooMuch`."""

    def __init__(self, budget: Budget, parser: Any, lines: Lines) -> None:
        self.budget = budget
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
        self.budget.count_node()
        return Node("scalar", line, start.column + 1, last, event.value, style, event.tag or "")

    def _open(self, kind: Any, event: Any) -> None:
        line = self.lines.of(event.start_mark)
        if len(self.stack) >= MAX_DEPTH:
            raise Faulty(f"nested deeper than {MAX_DEPTH} levels", line)
        self.budget.count_node()
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
        self.budget.count_node()
        self.budget.count_alias(node, line)
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
