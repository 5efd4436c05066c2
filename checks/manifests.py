"""Kubernetes objects wherever a change writes them: YAML, Markdown fences, here-documents, templates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec import Struct

from checks.model import Unread
from checks.parse.heredoc import heredocs
from checks.parse.markdown import Block, Document
from checks.parse.template import PLACEHOLDER
from checks.parse.template import parse as parse_template
from checks.parse.text import Text
from checks.parse.yaml import Node, YamlFile, parse_fragment
from checks.pattern import lazy
from checks.snapshot import Change, Snapshot, Source

YAML_ENDINGS = (".yaml", ".yml")
TEMPLATE_ENDINGS = (".yaml.tmpl", ".yml.tmpl", ".tmpl.yaml", ".tmpl.yml")
SCRIPT_ENDINGS = (".sh", ".bash", ".bats")
FENCES = frozenset({"yaml", "yml", "", "console", "bash", "sh", "shell"})
COUNTER_EXAMPLE = lazy(
    r"\b(wrong|bad|broken|invalid|incorrect|old|previous|before|legacy|deprecated|fails?|error|rejected|"
    r"do not|don't|does not work|instead of|negative|today)\b",
    re.I,
)
LEFT_OPEN = lazy(rf"{PLACEHOLDER.pattern}|expanded|\$\{{|\$[A-Z_]|<[A-Za-z][\w .-]*>|\.\.\.|…")
NEGATIVE_NAME = lazy(r"no[-_]?match|unknown|invalid|negative|bad[-_]|[-_]fail|error", re.I)
MAX_IN_A_FILE = 1_000
MAX_FENCES = 500


class Manifest(Struct, frozen=True, eq=False, dict=True):
    """One object. `form` says where it stands (`file`, `fence`, `heredoc`, `template`).

    `bundle` holds the objects that are applied together with it, itself among them: those of the same file.
    `said_before` are the words just above a fence. `counter_example` holds where the words around it or
    the file's name say that it is meant to be wrong.
    """

    path: str
    root: Node
    form: str
    bundle: list[Manifest]
    said_before: str = ""

    @property
    def line(self) -> int:
        """The line where the object begins."""
        return self.root.line

    @cached_property
    def api_version(self) -> str:
        """Its apiVersion, or empty."""
        return self.word("apiVersion")

    @cached_property
    def kind(self) -> str:
        """Its kind, or empty."""
        return self.word("kind")

    @cached_property
    def name(self) -> str:
        """Its metadata.name, or empty; a placeholder of a template stays in it."""
        return self.word("metadata", "name")

    @cached_property
    def namespace(self) -> str:
        """Its metadata.namespace, or empty."""
        return self.word("metadata", "namespace")

    def word(self, *path: str | int) -> str:
        """The scalar at a path, or empty."""
        node = self.root.get(*path)
        return node.text if node is not None and node.kind == "scalar" else ""

    @cached_property
    def counter_example(self) -> bool:
        """Whether it is shown or tested because it is wrong."""
        name = self.path.rsplit("/", 1)[-1]
        return bool(COUNTER_EXAMPLE.search(self.said_before) or NEGATIVE_NAME.search(name))

    def is_literal(self, node: Node | None) -> bool:
        """Whether a scalar is written out: no action, expansion or name in angle brackets stands in it."""
        return node is not None and not LEFT_OPEN.search(node.text)

    def named(self, kind: str, name: str) -> Manifest | None:
        """The object of this kind and name in the bundle."""
        return next((m for m in self.bundle if m.kind == kind and m.name == name), None)


def may_hold_manifests(path: str) -> bool:
    """Whether a file of this name is looked into."""
    return path.endswith((*YAML_ENDINGS, *TEMPLATE_ENDINGS, *SCRIPT_ENDINGS, ".md"))


def manifests_in(source: Source, path: str) -> list[Manifest]:
    """Every object in a file, in order; empty for a file that holds none or is not read."""
    bundle: list[Manifest] = []
    for form, said, document in _documents(source, path):
        root = document
        if root.kind == "map" and root.entry("kind") and root.entry("apiVersion"):
            bundle += (Manifest(path, part, form, bundle, said) for part in _parts(root))
        if len(bundle) >= MAX_IN_A_FILE:
            source.note_unread(path, f"objects beyond the first {MAX_IN_A_FILE:,}", partly=True)
            break
    return bundle


def _parts(root: Node) -> Iterable[Node]:
    """The object itself, or the items of a List."""
    items = root.get("items")
    kind = root.get("kind")
    if kind is not None and kind.text == "List" and items is not None and items.kind == "list":
        return [i for i in items.items if i.kind == "map"]
    return [root]


def _documents(source: Source, path: str) -> Iterator[tuple[str, str, Node]]:
    if path.endswith(TEMPLATE_ENDINGS) or (path.endswith(YAML_ENDINGS) and "/templates/" in f"/{path}"):
        text = source.text(path)
        parsed = parse_template(text).yaml if text else None
        yield from (("template", "", root) for root in _roots(parsed))
    elif path.endswith(YAML_ENDINGS):
        parsed = source.yaml(path)
        for fault in parsed.faults[:1] if parsed else ():
            source.note_unread(path, f"YAML from line {fault.line} on: {fault.message}", partly=True)
        yield from (("file", "", root) for root in _roots(parsed))
    elif path.endswith(".md"):
        document = source.markdown(path)
        if document:
            yield from _fenced(source, document)
    elif path.endswith(SCRIPT_ENDINGS):
        text = source.text(path)
        for found in heredocs(text) if text else ():
            if "apiVersion:" in found.text:
                parsed = _fragment(path, found.masked, found.line)
                yield from (("heredoc", "", root) for root in _roots(parsed))


def _fenced(source: Source, document: Document) -> Iterator[tuple[str, str, Node]]:
    for number, parts in enumerate(_fences(document)):
        if number == MAX_FENCES:
            source.note_unread(document.path, f"objects beyond {MAX_FENCES} fences", partly=True)
            return
        yield from parts


def _fences(document: Document) -> Iterator[Iterator[tuple[str, str, Node]]]:
    """What stands in each fence that may hold objects, read when it is asked for."""
    for section in document.top.walk():
        before: Block | None = None
        for block in section.blocks:
            language = block.info.split()[0].casefold().strip("{}.") if block.info else ""
            if block.kind == "fence" and language in FENCES and "apiVersion:" in block.content:
                said = f"{section.title}\n{before.plain if before and before.kind != 'fence' else ''}"
                yield _in_fence(document.path, block, language, said)
            before = block


def _in_fence(path: str, block: Block, language: str, said: str) -> Iterator[tuple[str, str, Node]]:
    if language in ("yaml", "yml", ""):
        parsed = _fragment(path, block.content, block.content_line)
        yield from (("fence", said, root) for root in _roots(parsed))
        return
    for found in heredocs(Text(path, block.content)):
        parsed = _fragment(path, found.masked, found.line + block.content_line - 1)
        yield from (("fence", said, root) for root in _roots(parsed))


def _fragment(path: str, content: str, line: int) -> YamlFile | None:
    parsed = parse_fragment(Text(path, content), line)
    return None if isinstance(parsed, Unread) else parsed


def _roots(parsed: YamlFile | None) -> Iterator[Node]:
    return (d.root for d in parsed.documents if d.root is not None) if parsed else iter(())


def changed_manifests(snapshot: Snapshot) -> Iterator[Manifest]:
    """Objects that the change writes or touches, by path and line."""
    for change in snapshot.changes:
        path = change.new_path
        if path and not change.binary and may_hold_manifests(path):
            yield from (m for m in manifests_in(snapshot.head, path) if _touched(change, m))


def _touched(change: Change, manifest: Manifest) -> bool:
    return change.status == "A" or change.touches_head(manifest.root.line, manifest.root.end_line)
