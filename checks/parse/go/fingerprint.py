"""What a piece of Go is apart from its layout: equal words mean that only comments or format differ."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import blake2b

from tree_sitter import Node

from checks.parse.go.expressions import Expressions
from checks.parse.go.syntax import find

TOKEN = re.compile(
    rb'//[^\n]*|/\*.*?(?:\*/|\Z)|\s+|("(?:[^"\\\n]|\\.)*"|`[^`]*`|\'(?:[^\'\\\n]|\\.)+\'|\w+|.)', re.S
)
NO_MEANING = {b";"}
CLOSING = {b")", b"}", b"]"}
LOGGERS = re.compile(r"(?:\w+\.)*(?:klog|log|logger|Logger|slog)\b(?:\..*)?", re.S)
ENDS = re.compile(r"Fatal|Exit|Panic")
DECLARES = ("short_var_declaration", "var_spec", "range_clause")
ERRORS = re.compile(r"(?:fmt\.Errorf|errors\.(?:New|Wrapf?|Errorf|WithMessagef?))")


def fingerprint(source: bytes, node: Node) -> str:
    """A digest of the node's tokens without comments, line ends and trailing commas."""
    return _digest(source[node.start_byte : node.end_byte])


def behaviour(source: bytes, node: Node, words: bool = False) -> str:
    """The same, where every way to name a variable is taken for one.

    Without its `words` log calls are left out too, and all errors are worded alike.
    """
    spoken = () if words else _spoken(Expressions(source), node)
    return _digest(_without(source, node, [*spoken, *_named(source, node)]))


def _spoken(read: Expressions, node: Node) -> Iterable[tuple[int, int, bytes]]:
    """Ranges of log statements and of the words of errors, each with what stands for it."""
    for statement in find(node, "expression_statement"):
        call = read.call(statement.named_children[0])
        if call and LOGGERS.fullmatch(call.name) and not ENDS.match(call.method):
            yield statement.start_byte, statement.end_byte, b" "
    for found in find(node, "call_expression"):
        if ERRORS.fullmatch(read.flat(found.child_by_field_name("function"))):
            yield found.start_byte, found.end_byte, b" error "


def _named(source: bytes, node: Node) -> Iterable[tuple[int, int, bytes]]:
    """Where variables that the node declares stand, each with its number in the order of their first use."""
    names = (name for found in find(node, *DECLARES) for name in _declared(found))
    declared = {source[name.start_byte : name.end_byte] for name in names}
    numbers: dict[bytes, int] = {}
    for word in sorted(find(node, "identifier"), key=lambda n: n.start_byte) if declared else ():
        name = source[word.start_byte : word.end_byte]
        if name in declared and not _is_key(word):
            yield word.start_byte, word.end_byte, b" $%d " % numbers.setdefault(name, len(numbers))


def _declared(found: Node) -> Iterable[Node]:
    left = found.child_by_field_name("left")
    names = left.named_children if left else found.children_by_field_name("name")
    return (name for name in names if name.type == "identifier")


def _is_key(word: Node) -> bool:
    """Whether it names the field in `Type{field: value}`."""
    element = word.parent
    entry = element.parent if element is not None and element.type == "literal_element" else None
    return entry is not None and entry.type == "keyed_element" and entry.named_children[0] == element


def _without(source: bytes, node: Node, ranges: Iterable[tuple[int, int, bytes]]) -> bytes:
    kept, at = [], node.start_byte
    for start, end, instead in sorted(ranges):
        if start >= at:
            kept += [source[at:start], instead]
            at = end
    return b"".join([*kept, source[at : node.end_byte]])


def _digest(source: bytes) -> str:
    digest, previous = blake2b(digest_size=12), b""
    for match in TOKEN.finditer(source):
        token = match[1]
        if token is None or token in NO_MEANING:
            continue
        if previous and not (previous == b"," and token in CLOSING):
            digest.update(previous + b"\0")
        previous = token
    digest.update(previous)
    return digest.hexdigest()
