"""A Helm chart at one side of the change: its values, what its templates use of them, and its objects."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from checks.globs import matches
from checks.parse.template import PLACEHOLDER, Template
from checks.parse.yaml import Entry, Node
from checks.snapshot import Snapshot, Source
from config.profile import Profile

Path = tuple[str, ...]
CHART_PREFIX = re.compile(r"\b(include|template) \"[^\".]*\.")
ROOT_VALUES = re.compile(r"\$(?=\.Values|\s|$)")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A value with its default: a scalar, a list, or an empty map."""

    path: Path
    node: Node
    line: int

    @property
    def name(self) -> str:
        """Its dotted path."""
        return ".".join(self.path)


@dataclass(frozen=True, slots=True)
class ValueUse:
    """Where a template reads a value; `whole` where it may print all that is below.

    `refusing` tells that the block around it ends in `fail`: such a value may well be one that is gone.
    """

    path: Path
    file: str
    line: int
    whole: bool
    refusing: bool


@dataclass(frozen=True, slots=True)
class TemplateObject:
    """A Kubernetes object that a template makes. `name` has its actions in a settled form."""

    file: str
    template: Template
    root: Node
    kind: str
    name: str

    @property
    def line(self) -> int:
        """The line of its kind."""
        entry = self.root.entry("kind")
        return entry.line if entry else self.root.line

    def words(self, *path: str | int) -> str | None:
        """The scalar at a path with its actions in a settled form, or None."""
        node = self.root.get(*path)
        return settled(self.template.source(node)) if node and node.kind == "scalar" else None


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
    def unused(self) -> tuple[Leaf, ...]:
        """Declared values that no template reads."""
        whole = {u.path for u in self.uses if u.whole}
        tested = {u.path[:n] for u in self.uses for n in range(len(u.path) + 1)}
        return tuple(leaf for leaf in self.leaves if not _is_used(leaf.path, whole, tested))

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


def objects(source: Source, paths: Iterable[str]) -> Iterator[TemplateObject]:
    """Kubernetes objects in the templates at `paths`, as far as their YAML can be read."""
    for path in paths:
        template = source.template(path) if not path.endswith((".tpl", ".txt", ".cfg")) else None
        parsed = template.yaml if template else None
        for root in parsed.roots if parsed else ():
            kind, name = root.get("kind"), root.get("metadata", "name")
            if template and kind and kind.text:
                known = settled(template.source(name)) if name else ""
                yield TemplateObject(path, template, root, kind.text, known)


def settled(words: str) -> str:
    """Text of a template without what a renamed chart or another way to write the same changes."""
    return " ".join(ROOT_VALUES.sub("", CHART_PREFIX.sub(r'\1 "', words)).split())


def spread(node: Node, template: Template) -> object:
    """A node as plain data with its actions in a settled form; keys and lists in their order."""
    if node.kind == "map":
        return {settled(_key(e, template)): spread(e.value, template) for e in node.entries}
    if node.kind == "list":
        return [spread(item, template) for item in node.items]
    return settled(template.source(node)) if PLACEHOLDER.search(node.text) else node.plain()


def _key(entry: Entry, template: Template) -> str:
    return template.source(Node("scalar", entry.line, entry.column, entry.line, entry.key))


@dataclass(frozen=True)
class ChartChange:
    """A chart that the change touches, at both sides. A renamed or moved chart is the same chart.

    The paths are those of its files that differ in content: `before` at the base, `after` at the head.
    """

    base: Chart | None
    head: Chart | None
    before: tuple[str, ...]
    after: tuple[str, ...]

    def templates(self, chart: Chart | None) -> tuple[str, ...]:
        """The templates of one side that differ."""
        if chart is None:
            return ()
        changed = self.before if chart is self.base else self.after
        return tuple(p for p in changed if p.startswith(f"{chart.folder}/templates/"))

    @property
    def values_differ(self) -> bool:
        """Whether a values.yaml is among what differs."""
        return any(
            chart is not None and chart.values_path in paths
            for chart, paths in ((self.base, self.before), (self.head, self.after))
        )


def charts(source: Source, profile: Profile) -> tuple[Chart, ...]:
    """The charts of a tree that the profile names, by folder."""
    return source.once("charts", "", lambda: tuple(_find_charts(source, profile)))


def _find_charts(source: Source, profile: Profile) -> Iterator[Chart]:
    for path in source.paths():
        folder, _, name = path.rpartition("/")
        if name == "Chart.yaml" and matches(folder, profile.contracts.charts):
            yield Chart(source, folder)


def chart_changes(snapshot: Snapshot, profile: Profile) -> Iterator[ChartChange]:
    """Each chart with a file that differs in content."""
    differing = [c for c in snapshot.changes if c.status != "R" or c.hunks or c.binary]
    before = [c.old_path for c in differing if c.old_path]
    after = [c.new_path for c in differing if c.new_path]
    if not any(matches(p, _below(profile)) for p in (*before, *after)):
        return
    for base, head in _paired(charts(snapshot.base, profile), charts(snapshot.head, profile)):
        old = _within(before, base)
        new = _within(after, head)
        if old or new:
            yield ChartChange(base, head, old, new)


def _below(profile: Profile) -> tuple[str, ...]:
    return tuple(f"{glob.rstrip('/')}/**" for glob in profile.contracts.charts)


def _within(paths: Iterable[str], chart: Chart | None) -> tuple[str, ...]:
    return tuple(p for p in paths if p.startswith(f"{chart.folder}/")) if chart else ()


def _paired(base: tuple[Chart, ...], head: tuple[Chart, ...]) -> Iterator[tuple[Chart | None, Chart | None]]:
    """Charts of the same folder; then, where one is left at each side, those two."""
    old = {c.folder: c for c in base}
    new = {c.folder: c for c in head}
    for folder in sorted(old.keys() & new.keys()):
        yield old.pop(folder), new.pop(folder)
    if len(old) == len(new) == 1:
        yield next(iter(old.values())), next(iter(new.values()))
        return
    yield from ((chart, None) for chart in old.values())
    yield from ((None, chart) for chart in new.values())
