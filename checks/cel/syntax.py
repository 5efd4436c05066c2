"""The syntax tree of a checked CEL expression, read from the protobuf that the library writes."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import cached_property

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
EXPR, SOURCE, REFERENCES, TYPES = 4, 5, 2, 3  # fields of CheckedExpr
KINDS = {
    3: "constant",
    4: "name",
    5: "select",
    6: "call",
    7: "list",
    8: "struct",
    9: "comprehension",
}  # fields of Expr
TYPE_NAME = b"type.googleapis.com/cel.expr.CheckedExpr"

NAMED = {"name": 1, "select": 2, "call": 2, "comprehension": 3}
Wire = list[tuple[int, "int | memoryview"]]


class Expr:
    """One node. Its parts are read when asked for, so that a deep tree costs no recursion.

    `id` is what the source positions know it by; `kind` is `constant`, `name`, `select`, `call`, `list`,
    `struct` or `comprehension`.
    """

    __slots__ = ("_arguments", "_wire", "id", "kind", "name", "raw")

    def __init__(self, raw: memoryview) -> None:
        self.raw = raw
        self.id, self.kind, self.name = 0, "constant", ""
        self._wire: Wire = []
        self._arguments: tuple[Expr, ...] | None = None
        for field, value in fields(raw):
            if field == 2:
                self.id = _whole(value)
            elif field in KINDS and isinstance(value, memoryview):
                self.kind = KINDS[field]
                self._wire = list(fields(value))
        named = NAMED.get(self.kind)
        if named:  # the variable, the field selected, the function called, or what a bind declares
            self.name = next((_text(v) for n, v in self._wire if n == named), "")

    @property
    def value(self) -> object:
        """A constant's value."""
        for field, value in self._wire if self.kind == "constant" else ():
            return _constant(field, value)
        return None

    @property
    def tests_presence(self) -> bool:
        """Whether it is a `has()`."""
        return self.kind == "select" and any(n == 3 and v for n, v in self._wire)

    def _part(self, field: int) -> Expr | None:
        return next((Expr(v) for n, v in self._wire if n == field and isinstance(v, memoryview)), None)

    @property
    def target(self) -> Expr | None:
        """What a field is selected from, or a method called on."""
        return self._part(1) if self.kind in ("select", "call") else None

    @property
    def arguments(self) -> tuple[Expr, ...]:
        """A call's arguments, or a list's elements."""
        if self._arguments is None:
            field = {"call": 3, "list": 1}.get(self.kind)
            found = (Expr(v) for n, v in self._wire if n == field and isinstance(v, memoryview))
            self._arguments = tuple(found)
        return self._arguments

    @property
    def bound(self) -> tuple[Expr, Expr] | None:
        """The value and the body of a `cel.bind`, which is a comprehension over nothing."""
        if self.kind != "comprehension":
            return None
        over, value, body = self._part(2), self._part(4), self._part(7)
        empty = over is not None and over.kind == "list" and not over.arguments
        return (value, body) if empty and value and body else None

    @property
    def parts(self) -> Iterator[Expr]:
        """Its direct parts, whatever it is."""
        for number, value in self._wire:
            if not isinstance(value, memoryview):
                continue
            if self.kind == "struct" and number == 2:
                yield from (Expr(v) for n, v in fields(value) if n in (3, 4) and isinstance(v, memoryview))
            elif number in PARTS.get(self.kind, ()):
                yield Expr(value)

    def walk(self) -> Iterator[Expr]:
        """It and all below it, the outer before the inner, without recursion."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            pending += reversed(list(node.parts))


PARTS = {"select": (1,), "call": (1, 3), "list": (1,), "comprehension": (2, 4, 5, 6, 7)}


class Checked:
    """A checked expression: its tree, and where its nodes stand in the source."""

    def __init__(self, serialized: bytes) -> None:
        body = next((v for n, v in fields(memoryview(serialized)) if n == 2), memoryview(b""))
        self._wire = list(fields(body)) if isinstance(body, memoryview) else []
        self.root = Expr(next(_views(self._wire, EXPR), memoryview(b"")))

    @cached_property
    def positions(self) -> dict[int, int]:
        """From a node's id to its place in the source, in characters."""
        found: dict[int, int] = {}
        for source in _views(self._wire, SOURCE):
            for entry in _views(list(fields(source)), 4):
                pair = dict(fields(entry))
                found[_whole(pair.get(1, 0))] = _whole(pair.get(2, 0))
        return found

    @cached_property
    def _entries(self) -> dict[int, bytes]:
        """What the reference and the type map say of each node, as they are written."""
        found: dict[int, bytes] = {}
        for field in (REFERENCES, TYPES):
            for entry in _views(self._wire, field):
                number = _whole(next((v for n, v in fields(entry) if n == 1), 0))
                found[number] = found.get(number, b"") + _field(field, entry)
        return found

    def alone(self, node: Expr) -> bytes:
        """One node as a checked expression of its own, as the library reads it back."""
        kept = b"".join(self._entries.get(part.id, b"") for part in node.walk())
        body = kept + _field(EXPR, node.raw)
        return _field(1, memoryview(TYPE_NAME)) + _field(2, memoryview(body))


def fields(raw: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """The fields of one protobuf message in order; numbers and floats as they stand, the rest as views."""
    at = 0
    while at < len(raw):
        tag, at = _varint(raw, at)
        form = tag & 7
        if form == VARINT:
            value, at = _varint(raw, at)
            yield tag >> 3, value
            continue
        if form == BYTES:
            size, at = _varint(raw, at)
        else:
            size = 8 if form == FIXED64 else 4
        yield tag >> 3, raw[at : at + size]
        at += size


def _varint(raw: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = raw[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def _views(wire: Wire, field: int) -> Iterator[memoryview]:
    return (v for n, v in wire if n == field and isinstance(v, memoryview))


def _field(number: int, value: memoryview) -> bytes:
    return bytes([number << 3 | BYTES]) + _size(len(value)) + bytes(value)


def _size(number: int) -> bytes:
    made = bytearray()
    while number > 0x7F:
        made.append(number & 0x7F | 0x80)
        number >>= 7
    made.append(number)
    return bytes(made)


def _constant(field: int, value: int | memoryview) -> object:
    if isinstance(value, memoryview):
        if field == 5:
            return struct.unpack("<d", value)[0]
        return _text(value) if field == 6 else bytes(value)
    if field == 2:
        return bool(value)
    return value - (1 << 64) if field == 3 and value >> 63 else value


def _whole(value: int | memoryview) -> int:
    return value if isinstance(value, int) else 0


def _text(value: int | memoryview) -> str:
    return bytes(value).decode("utf-8", "replace") if isinstance(value, memoryview) else ""
