"""Nodes of one source to declarations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypedDict

from tree_sitter import Node

from checks.parse.go.declarations import Const, Field, Function, Import, Type, Variable
from checks.pattern import lazy

TAG = lazy(r'json:"([^"]*)"')
SPACES = lazy(r"\s+")
MAJOR_VERSION = lazy(r"v(?:[2-9]|\d\d+)")
COMMENT_MARKS = lazy(r"^\s*(?://|/\*+|\*/?)[ \t]?|\*/\s*$")


Comments = tuple[Node, ...]


class About(TypedDict):
    """What a declaration says of itself, before its own parts."""

    line: int
    end_line: int
    doc: str
    markers: tuple[str, ...]
    node: Node


class Reader:
    """Reads declarations out of the nodes of one source."""

    def __init__(self, source: bytes) -> None:
        self.source = source

    def text(self, node: Node | None) -> str:
        """The node's source text; empty for no node."""
        return self.source[node.start_byte : node.end_byte].decode() if node else ""

    def flat(self, node: Node | None) -> str:
        """The node's text on one line."""
        return SPACES.sub(" ", self.text(node)).strip()

    def imports(self, declaration: Node, above: Comments) -> Iterator[Import]:
        """What an import declaration brings in; `above`, here and below, are the comments before it."""
        for spec, about in self.specs(declaration, above):
            path = self.text(spec.child_by_field_name("path")).strip('"`')
            yield Import(self.text(spec.child_by_field_name("name")) or _name_of(path), path, about["line"])

    def constants(self, declaration: Node, above: Comments) -> Iterator[Const]:
        """The constants of a declaration; Go repeats the last type and values where a spec has none."""
        type_, values = "", list[Node]()
        for index, (spec, about) in enumerate(self.specs(declaration, above)):
            listed = spec.child_by_field_name("value")
            if listed:
                type_, values = self.flat(spec.child_by_field_name("type")), listed.named_children
            for name, value in _paired(spec, values):
                yield Const(
                    name=self.text(name),
                    type=type_,
                    value=self.flat(value),
                    index=index,
                    expression=value,
                    **about,
                )

    def variables(self, declaration: Node, above: Comments) -> Iterator[Variable]:
        """The variables of a declaration."""
        for spec, about in self.specs(declaration, above):
            listed = spec.child_by_field_name("value")
            type_ = self.flat(spec.child_by_field_name("type"))
            for name, value in _paired(spec, listed.named_children if listed else []):
                yield Variable(name=self.text(name), type=type_, expression=value, **about)

    def types(self, declaration: Node, above: Comments) -> Iterator[Type]:
        """The named types of a declaration."""
        for spec, about in self.specs(declaration, above):
            body = spec.child_by_field_name("type")
            if body is None:
                continue
            kind = {"struct_type": "struct", "interface_type": "interface"}.get(body.type, "defined")
            yield Type(
                name=self.text(spec.child_by_field_name("name")),
                kind="alias" if spec.type == "type_alias" else kind,
                underlying="" if kind != "defined" and spec.type != "type_alias" else self.flat(body),
                fields=tuple(self.fields(body)) if kind == "struct" else (),
                **about,
            )

    def fields(self, struct: Node) -> Iterator[Field]:
        """The fields of a struct type, embedded ones by the name that Go gives them."""
        for listed in struct.named_children:
            for field, about in self._documented(listed.children, "field_declaration"):
                type_ = field.child_by_field_name("type")
                written = ("*" if field.child(0).type == "*" else "") + self.flat(type_)
                json, options = _tag(self.text(field.child_by_field_name("tag")))
                names = [self.text(n) for n in field.children_by_field_name("name") if n.is_named]
                for name in names or [re.sub(r"\[.*", "", written).lstrip("*").rpartition(".")[2]]:
                    yield Field(
                        name=name, type=written, json=json, options=options, embedded=not names, **about
                    )

    def function(self, node: Node, above: Comments) -> Function:
        """A function or method declaration."""
        receiver = self.text(node.child_by_field_name("receiver")).strip("()")
        return Function(
            name=self.text(node.child_by_field_name("name")),
            receiver=re.sub(r"\[.*", "", receiver).rpartition(" ")[2].lstrip("*"),
            parameters=self.flat(node.child_by_field_name("parameters")),
            result=self.flat(node.child_by_field_name("result")),
            body=node.child_by_field_name("body"),
            **self._about(node, above),
        )

    def specs(self, declaration: Node, above: Comments) -> Iterator[tuple[Node, About]]:
        """The specs of an import, const, var or type declaration, grouped or alone."""
        children = declaration.children
        for child in children:
            if child.type.endswith("_spec_list"):
                yield from self._documented(child.children, *SPECS)
        grouped = any(c.type == "(" for c in children)
        for spec, about in self._documented(children, *SPECS):
            yield (spec, about) if grouped else (spec, self._about(spec, above))

    def _documented(self, nodes: Iterable[Node], *kinds: str) -> Iterator[tuple[Node, About]]:
        for node, comments in commented(nodes):
            if node.type in kinds:
                yield node, self._about(node, comments)

    def _about(self, node: Node, comments: Comments) -> About:
        doc, next_row = [], node.start_point.row
        for comment in reversed(comments):
            if comment.end_point.row + 1 < next_row:
                break
            doc.append(self.text(comment))
            next_row = comment.start_point.row
        said = [line for c in comments for line in _plain(self.text(c))]
        return {
            "line": node.start_point.row + 1,
            "end_line": node.end_point.row + 1,
            "doc": "\n".join(line for text in reversed(doc) for line in _plain(text)),
            "markers": tuple(line for line in said if line.startswith("+")),
            "node": node,
        }


SPECS = ("import_spec", "const_spec", "var_spec", "type_spec", "type_alias")


def commented(siblings: Iterable[Node]) -> Iterator[tuple[Node, Comments]]:
    """Each named node with the comments between it and the one before, less what trails that one's line.

    In one pass: to ask a node for the sibling before it costs a walk over all of them.
    """
    comments: list[Node] = []
    previous_end = -1
    for node in siblings:
        if node.type == "comment":
            if node.start_point.row > previous_end:
                comments.append(node)
        elif node.is_named:
            yield node, tuple(comments)
            comments, previous_end = [], node.end_point.row


def _paired(spec: Node, values: list[Node]) -> Iterator[tuple[Node, Node | None]]:
    names = [n for n in spec.children_by_field_name("name") if n.is_named]
    for at, name in enumerate(names):
        yield name, values[at] if at < len(values) else None


def _tag(written: str) -> tuple[str | None, tuple[str, ...]]:
    found = TAG.search(written)
    if found is None:
        return None, ()
    name, *options = found[1].split(",")
    return name, tuple(options)


def _plain(comment: str) -> list[str]:
    return [COMMENT_MARKS.sub("", line).rstrip() for line in comment.split("\n")]


def _name_of(path: str) -> str:
    """The name that a package most likely has: the last part of its path, less a major version."""
    parts = path.split("/")
    name = parts[-2] if len(parts) > 1 and MAJOR_VERSION.fullmatch(parts[-1]) else parts[-1]
    return re.sub(r"\.v\d+$", "", name)
