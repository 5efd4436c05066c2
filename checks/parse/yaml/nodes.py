"""The parts of a YAML file: documents, maps, lists and scalars, each with the lines it stands on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct, field

from checks.parse.text import Text
from checks.parse.yaml.scalars import resolve

Kind = Literal["map", "list", "scalar"]
Path = tuple[str | int, ...]
UNSET: Any = object()


class Node(Struct, eq=False):
    """A map, list or scalar. `line` and `column` are 1-based, `end_line` is its last line with content.

    `text` is a scalar's words as written, without quotes; `style` is `'`, `"`, `|`, `>` or empty. `entries`
    are a map's keys in order, those that a merge key (`<<`) brings in last; `items` are a list's. An alias
    is the very node that its anchor names, so its line is the anchor's.
    """

    kind: Kind
    line: int
    column: int
    end_line: int
    text: str = ""
    style: str = ""
    tag: str = ""
    entries: list[Entry] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)
    size: int = 1
    height: int = 0
    _plain: Any = UNSET
    _index: dict[str, Entry] | None = None

    @property
    def content_line(self) -> int:
        """The line of a scalar's first word: a block scalar's content starts below its mark."""
        return self.line + 1 if self.style in ("|", ">") else self.line

    def entry(self, key: str) -> Entry | None:
        """The entry that `key` stands for; of two alike the last, as Kubernetes reads them."""
        if self._index is None:
            merged = {e.key: e for e in reversed(self.entries) if e.merged}
            self._index = merged | {e.key: e for e in self.entries if not e.merged}
        return self._index.get(key)

    def get(self, *path: str | int) -> Node | None:
        """The node at the path of keys and list positions, or None."""
        node: Node | None = self
        for step in path:
            if node is None:
                return None
            if isinstance(step, int):
                node = node.items[step] if -len(node.items) <= step < len(node.items) else None
            else:
                found = node.entry(step)
                node = found.value if found else None
        return node

    def plain(self) -> Any:
        """The same as Python data, keys as strings. Made once: whoever gets it must not change it."""
        if self._plain is UNSET:
            self._plain = self._make_plain()
        return self._plain

    def string(self) -> str | None:
        """A scalar's value if it is a string, or None."""
        value = self.plain() if self.kind == "scalar" else None
        return value if isinstance(value, str) else None

    def walk(self, path: Path = ()) -> Iterator[tuple[Path, Node]]:
        """This node and all below it with their paths, in document order."""
        yield path, self
        for entry in self.entries:
            yield from entry.value.walk((*path, entry.key))
        for position, item in enumerate(self.items):
            yield from item.walk((*path, position))

    def _make_plain(self) -> Any:
        if self.kind == "list":
            return [item.plain() for item in self.items]
        if self.kind == "map":
            merged = {e.key: e.value.plain() for e in reversed(self.entries) if e.merged}
            own = {e.key: e.value.plain() for e in self.entries if not e.merged}
            return {**own, **{k: v for k, v in merged.items() if k not in own}}
        if self.style or self.tag.endswith((":str", ":binary")) or self.tag == "!":
            return self.text
        return resolve(self.text)


class Entry(Struct, eq=False):
    """A key with its place and its value. A key that is no scalar is called `?`."""

    key: str
    line: int
    column: int
    value: Node
    merged: bool = False

    @property
    def end_line(self) -> int:
        """The last line of key and value."""
        return self.line if self.merged else max(self.line, self.value.end_line)


class Duplicate(Struct, frozen=True):
    """A key that stands twice in one map: where again and where first."""

    key: str
    line: int
    first_line: int


class Fault(Struct, frozen=True):
    """Why a document cannot be read, and the line where that shows."""

    line: int
    message: str


class YamlDocument(Struct, eq=False):
    """One document of a file: its root (None where it is empty or faulty), or its fault."""

    line: int
    end_line: int
    root: Node | None = None
    fault: Fault | None = None
    duplicates: tuple[Duplicate, ...] = ()


class YamlFile(Struct, eq=False):
    """A parsed file. `text` holds its lines, comments included."""

    path: str
    text: Text
    documents: tuple[YamlDocument, ...]

    @property
    def roots(self) -> tuple[Node, ...]:
        """Roots of the documents that are not empty and could be read."""
        return tuple(d.root for d in self.documents if d.root)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What could not be read, by line."""
        return tuple(d.fault for d in self.documents if d.fault)
