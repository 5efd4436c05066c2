"""What a chart declares and what its templates read: values, their defaults and their uses."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import takewhile

from msgspec import Struct

from checks.parse.yaml import Node
from checks.snapshot import Source

Path = tuple[str, ...]


class Leaf(Struct, frozen=True):
    """A value with its default: a scalar, a list, or an empty map."""

    path: Path
    node: Node
    line: int

    @property
    def name(self) -> str:
        """Its dotted path."""
        return ".".join(self.path)


class ValueUse(Struct, frozen=True):
    """Where a template reads a value; `whole` where it may print all that is below.

    `refusing` tells that the block around it ends in `fail`: such a value may well be one that is gone.
    """

    path: Path
    file: str
    line: int
    whole: bool
    refusing: bool


class Chart:
    """The chart in `folder` of one tree; everything in it is read when asked for."""

    def __init__(self, source: Source, folder: str) -> None:
        self.source = source
        self.folder = folder
        self.name = folder.rsplit("/", 1)[-1]
        self.values_path = f"{folder}/values.yaml"

    @cached_property
    def values(self) -> Node | None:
        """The root of values.yaml, or None."""
        parsed = self.source.yaml(self.values_path)
        return next((r for r in parsed.roots if r.kind == "map"), None) if parsed else None

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        """Every declared value with its default, in order."""
        return tuple(leaves_of(self.values)) if self.values else ()

    @cached_property
    def _by_path(self) -> list[tuple[Path, int]]:
        return sorted((leaf.path, number) for number, leaf in enumerate(self.leaves))

    def leaves_below(self, path: Path) -> list[Leaf]:
        """The value at a path, or those below it, in order."""
        first = bisect_left(self._by_path, (path, 0))
        behind = (self._by_path[at] for at in range(first, len(self.leaves)))
        found = takewhile(lambda there: there[0][: len(path)] == path, behind)
        return [self.leaves[number] for number in sorted(number for _, number in found)]

    @cached_property
    def templates(self) -> tuple[str, ...]:
        """Paths of its templates, helpers included."""
        found = self.source.under(f"{self.folder}/templates")
        return tuple(p for p in found if p.endswith((".yaml", ".yml", ".tpl", ".txt")))

    @cached_property
    def uses(self) -> tuple[ValueUse, ...]:
        """Every use of a value in its templates, by file and line."""
        return tuple(value_uses(self.source, self.templates))

    @cached_property
    def _uses_by_path(self) -> dict[Path, list[ValueUse]]:
        found: dict[Path, list[ValueUse]] = {}
        for use in self.uses:
            found.setdefault(use.path, []).append(use)
        return found

    def uses_of(self, path: Path) -> list[ValueUse]:
        """Uses of exactly this path, in order."""
        return self._uses_by_path.get(path, [])

    def declares(self, path: Path) -> bool:
        """Whether values.yaml has the path, or an empty map, list or null above it that takes any key."""
        node = self.values
        for key in path:
            if node is None or node.plain() in ({}, [], None):
                return node is not None
            node = node.get(key)
        return node is not None

    @cached_property
    def _handed_down(self) -> set[Path]:
        """What the charts that this one depends on read: their own part, and the conditions to be there."""
        path = f"{self.folder}/Chart.yaml"
        about = self.source.yaml(path) if self.source.exists(path) else None
        found: set[Path] = {("global",)}
        for below in (r.get("dependencies") for r in (about.roots if about else ())):
            for chart in below.items if below else ():
                called = chart.get("alias") or chart.get("name")
                conditions = (chart.get("condition") or chart).text.split(",")
                found |= {tuple(name.strip().split(".")) for name in conditions}
                found |= {(called.text,)} if called else set()
        return found

    @cached_property
    def unused(self) -> tuple[Leaf, ...]:
        """Declared values that neither a template nor a chart below reads."""
        whole = {u.path for u in self.uses if u.whole} | self._handed_down
        tested = {u.path[:n] for u in self.uses for n in range(len(u.path) + 1)} | self._handed_down
        return tuple(leaf for leaf in self.leaves if not _is_used(leaf.path, whole, tested))

    @cached_property
    def _unused_paths(self) -> frozenset[Path]:
        return frozenset(leaf.path for leaf in self.unused)

    def unused_below(self, path: Path) -> list[Leaf]:
        """Of the values at or below a path those that nothing reads."""
        return [leaf for leaf in self.leaves_below(path) if leaf.path in self._unused_paths]

    @cached_property
    def undeclared(self) -> tuple[ValueUse, ...]:
        """Values that a template prints and values.yaml does not declare; the first use of each."""
        first: dict[Path, ValueUse] = {}
        for use in self.uses:
            if use.whole and use.path and not use.refusing and not self.declares(use.path):
                first.setdefault(use.path, use)
        return tuple(first.values())


def _is_used(path: Path, whole: set[Path], tested: set[Path]) -> bool:
    return path in tested or any(path[:n] in whole for n in range(len(path)))


def leaves_of(node: Node, path: Path = ()) -> Iterator[Leaf]:
    """The leaves below a map, or the node itself where it is one."""
    for entry in node.entries:
        value = entry.value
        if value.kind == "map" and value.entries:
            yield from leaves_of(value, (*path, entry.key))
        else:
            yield Leaf((*path, entry.key), value, entry.line)


def value_uses(source: Source, paths: Iterable[str]) -> Iterator[ValueUse]:
    """Uses of `.Values` in the templates at `paths`."""
    for path in paths:
        template = source.template(path)
        for use in template.uses if template else ():
            if template and "Values" in use.path:
                below = use.path[use.path.index("Values") + 1 :]
                yield ValueUse(below, path, use.line, use.whole, use.line in template.refusing_lines)
