"""Kubernetes objects that templates make, with the actions in them in a settled form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from checks.parse.template import PLACEHOLDER, Template
from checks.parse.yaml import Entry, Node
from checks.pattern import lazy
from checks.snapshot import Source

CHART_PREFIX = lazy(r"\b(include|template) \"[^\".]*\.")
ROOT_VALUES = lazy(r"\$(?=\.Values|\s|$)")


class TemplateObject(Struct, frozen=True):
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
