"""Expressions that facts look into: composite literals, calls and constant strings."""

from __future__ import annotations

import json
from collections.abc import Callable

from msgspec import Struct
from tree_sitter import Node

Lookup = Callable[[str], str | None]
MAX_TERMS = 64  # a longer concatenation is no name of anything


class Entry(Struct, frozen=True):
    """One element of a composite literal. `key` is its text, empty for a plain element."""

    key: str
    key_node: Node | None
    value: Node
    line: int


class Literal(Struct, frozen=True):
    """A composite literal. `type` is as written, empty where Go takes it from the outer literal."""

    type: str
    entries: tuple[Entry, ...]
    line: int
    end_line: int
    node: Node

    def entry(self, key: str) -> Entry | None:
        """The element under `key`."""
        return next((e for e in self.entries if e.key == key), None)


class Call(Struct, frozen=True):
    """A call. `name` is what is called, as written; `method` its last part."""

    name: str
    arguments: tuple[Node, ...]
    line: int
    node: Node

    @property
    def method(self) -> str:
        """What follows the last dot of the name."""
        return self.name.rpartition(".")[2]


class Expressions:
    """Reads expressions of one source."""

    def __init__(self, source: bytes) -> None:
        self.source = source

    def text(self, node: Node | None) -> str:
        """The node's source text; empty for no node."""
        return self.source[node.start_byte : node.end_byte].decode() if node else ""

    def flat(self, node: Node | None) -> str:
        """The node's text without white space."""
        return "".join(self.text(node).split())

    def literal(self, node: Node | None) -> Literal | None:
        """The composite literal that `node` is, be it behind `&` or an element without its type."""
        node = _unwrapped(node)
        if node is None or node.type not in ("composite_literal", "literal_value"):
            return None
        type_ = node.child_by_field_name("type") if node.type == "composite_literal" else None
        body = node.child_by_field_name("body") if node.type == "composite_literal" else node
        entries = tuple(self._entry(n) for n in body.named_children if n.type != "comment") if body else ()
        return Literal(self.flat(type_), entries, node.start_point.row + 1, node.end_point.row + 1, node)

    def _entry(self, node: Node) -> Entry:
        line = node.start_point.row + 1
        if node.type == "keyed_element":
            key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
            if key and value:
                return Entry(self.flat(key), _unwrapped(key), _element(value), line)
        return Entry("", None, _element(node), line)

    def call(self, node: Node | None) -> Call | None:
        """The call that `node` is."""
        if node is None or node.type != "call_expression":
            return None
        listed = node.child_by_field_name("arguments")
        arguments = tuple(a for a in listed.named_children if a.type != "comment") if listed else ()
        function = node.child_by_field_name("function")
        return Call(self.flat(function), arguments, node.start_point.row + 1, node)

    def string(self, node: Node | None, lookup: Lookup = lambda name: None) -> str | None:
        """The constant string that `node` is, or None.

        Literals, sums of strings, conversions such as `Name("x")` and names that `lookup` knows are read.
        """
        node = _unwrapped(node)
        parts: list[str] = []
        pending = [node] if node else []
        for _ in range(MAX_TERMS):
            if not pending:
                return "".join(parts)
            part = self._term(pending.pop(), lookup)
            if part is None:
                return None
            if isinstance(part, str):
                parts.append(part)
            else:
                pending += reversed(part)
        return None

    def _term(self, node: Node, lookup: Lookup) -> str | list[Node] | None:
        """A piece of a constant string, or the nodes that it is the sum of."""
        if node.type in ("interpreted_string_literal", "raw_string_literal"):
            return unquote(self.text(node))
        if node.type in ("identifier", "selector_expression"):
            return lookup(self.flat(node))
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if node.type == "binary_expression" and left and right:
            return [left, right] if self.text(node.child_by_field_name("operator")) == "+" else None
        if node.type in ("parenthesized_expression", "type_conversion_expression"):
            return node.named_children[-1:] or None
        if call := self.call(node):
            is_conversion = len(call.arguments) == 1 and (
                call.method == "string" or call.method[:1].isupper()
            )
            return [call.arguments[0]] if is_conversion and is_constant(call.arguments[0]) else None
        return None


def unquote(written: str) -> str | None:
    """The value of a Go string literal."""
    if written[:1] == "`":
        return written[1:-1]
    try:
        return str(json.loads(written))
    except ValueError:  # an escape that JSON does not have; the rest reads as it stands
        return written[1:-1]


def is_constant(node: Node) -> bool:
    """Whether an argument can be a constant: what is called with it is then most likely a conversion."""
    return node.type in (
        "interpreted_string_literal",
        "raw_string_literal",
        "binary_expression",
        "identifier",
        "selector_expression",
    )


def _unwrapped(node: Node | None) -> Node | None:
    """What stands inside an element, an address-of or parentheses."""
    while node and node.type in ("literal_element", "unary_expression", "parenthesized_expression"):
        inner = node.named_children
        if not inner or (node.type == "unary_expression" and node.child(0).type != "&"):
            return node
        node = inner[0]
    return node


def _element(node: Node) -> Node:
    return node.named_children[0] if node.type == "literal_element" and node.named_children else node
