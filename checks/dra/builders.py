"""Functions that build a published device, followed to every attribute and capacity that they give it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from checks.facts.device_attributes import Published as Publication
from checks.facts.device_attributes import publications
from checks.facts.sides import GoSide
from checks.pattern import lazy

if TYPE_CHECKING:
    from tree_sitter import Node

    from checks.parse.go import Function, GoFile

STANDARD = "resource.kubernetes.io"
DEVICES = ("Device", "BasicDevice")
CONDITIONS = (
    "if_statement",
    "for_statement",
    "expression_case",
    "type_case",
    "func_literal",
    "select_statement",
)
ENABLED = lazy(r"(?<![!\w.])(?:\w+\.)?Enabled\((?:\w+\.)?(\w+)\)")
MAPS = lazy(r"DeviceAttribute$|DeviceCapacity$|CapacityMap$|AttributeMap$")
MAX_DEPTH = 8
MAX_CALLERS = 5


class Given(Struct, frozen=True):
    """An attribute or capacity that a device is given, and under what condition.

    A `computed` name is known at run time only, and stands for what the code calls it.
    """

    sort: str
    name: str
    standard: bool
    types: frozenset[str]
    always: bool
    gates: frozenset[str]
    value: str | None
    path: str
    line: int
    computed: bool = False

    def qualified(self, driver: str) -> tuple[str, str]:
        """Its domain and name: a bare name is the driver's."""
        domain, slash, name = self.name.rpartition("/")
        return (domain, name) if slash else (STANDARD if self.standard else driver, self.name)


class Built(Struct, frozen=True):
    """What the function `by` builds. `open` holds the sorts that come from where they could not be followed.

    `under` are gates of the driver under which the function is called, somewhere on the way to it.
    """

    given: tuple[Given, ...]
    open: frozenset[str]
    under: frozenset[str] = frozenset()
    by: str = ""

    @property
    def fixed(self) -> tuple[tuple[str, str], ...]:
        """Attributes that always hold one and the same word."""
        return tuple(sorted((g.name, g.value) for g in self.given if g.value is not None))


class _Body(Struct):
    """A function with what it gives, what it calls and whether it builds a device."""

    file: GoFile
    function: Function
    given: list[Given] = field(default_factory=list)
    calls: list[tuple[str, bool, frozenset[str]]] = field(default_factory=list)
    open: set[str] = field(default_factory=set)
    builds: bool = False


def builders_in(side: GoSide, files: Iterable[GoFile]) -> tuple[list[Built], list[Given]]:
    """What each builder in these files builds, and what is given where no builder leads to."""
    files = list(files)
    bodies = {(f.path, fn.symbol): _Body(f, fn) for f in files for fn in f.functions if fn.body}
    known = {b.function.name for b in bodies.values()}
    for file in files:
        _read(side, file, bodies, known)
    by_symbol: dict[str, list[_Body]] = {}
    for body in bodies.values():
        by_symbol.setdefault(body.function.symbol, []).append(body)
        by_symbol.setdefault("." + body.function.name, []).append(body)
    reached: set[str] = set()
    built = []
    for body in bodies.values():
        if body.builds:
            given, opened = _follow(body, by_symbol, reached)
            if any(g.sort == "attribute" for g in given):
                above = _gates_above(body, bodies.values())
                built.append(Built(tuple(given), frozenset(opened), above, body.function.symbol))
    left = (b for b in bodies.values() if b.function.symbol not in reached)
    loose = {(g.sort, g.name): replace(g, value=None) for b in left for g in b.given if not _rewrites(b, g)}
    return built, list(loose.values())


def _gates_above(start: _Body, bodies: Collection[_Body]) -> frozenset[str]:
    """The gates that callers, and theirs in turn, ask before they call; the nearest on each way."""
    gates: set[str] = set()
    level, seen = [start], {start.function.symbol}
    for _ in range(MAX_CALLERS):
        names = {n for b in level for n in (b.function.symbol, "." + b.function.name)}
        level = []
        for body in bodies:
            found = [more for name, _, more in body.calls if name in names]
            gates |= {g for more in found for g in more}
            if any(not more for more in found) and body.function.symbol not in seen:
                seen.add(body.function.symbol)
                level.append(body)
    return frozenset(gates)


def _rewrites(body: _Body, given: Given) -> bool:
    """Whether the function reads the same entry first: it changes what is there, and gives nothing new."""
    file = body.file
    declared = file.find("short_var_declaration", within=body.function.body)
    entry = re.compile(rf"\.(?:Attributes|Capacity)\[\"{re.escape(given.name)}\"\]$")
    return any(entry.search(file.flat(d.child_by_field_name("right"))) for d in declared)


def _follow(
    start: _Body, by_symbol: dict[str, list[_Body]], reached: set[str]
) -> tuple[list[Given], set[str]]:
    found: list[Given] = []
    opened: set[str] = set()
    seen: set[str] = set()
    pending: list[tuple[_Body, bool, frozenset[str], int]] = [(start, True, frozenset(), 0)]
    while pending:
        body, always, gates, depth = pending.pop(0)
        if body.function.symbol in seen:
            continue
        seen.add(body.function.symbol)
        found += [replace(g, always=g.always and always, gates=g.gates | gates) for g in body.given]
        opened |= body.open
        for name, sure, more in body.calls if depth < MAX_DEPTH else ():
            called = by_symbol.get(name, ())
            for other in called:
                pending.append((other, always and sure and len(called) == 1, gates | more, depth + 1))
    reached |= seen
    return found, opened


def _read(side: GoSide, file: GoFile, bodies: dict[tuple[str, str], _Body], known: set[str]) -> None:
    """Fills in the bodies of one file; of calls only those of functions that are `known`."""

    def around(line: int) -> _Body | None:
        function = file.function_at(line)
        return bodies.get((file.path, function.symbol)) if function else None

    for one in publications(side, file):
        if (body := around(one.line)) and one.node is not None:
            body.given.append(_given(side, body, one, one.node))
    for call in file.calls():
        if call.method in known and (body := around(call.line)):
            receiver = _receiver(file, body.function)
            always, gates = _condition(file, body.function, call.node, exits=True)
            body.calls.append((_symbol(call.name, receiver, body.function.receiver), always, gates))
    for literal in file.literals():
        made = literal.type.rpartition(".")[2] in DEVICES and literal.entry("Attributes")
        if made and (body := around(literal.line)):
            body.builds = True
    for body in bodies.values():
        if body.file is file:
            body.open |= set(_unfollowed(file, body.function))


def _given(side: GoSide, body: _Body, one: Publication, node: Node) -> Given:
    always, gates = _condition(body.file, body.function, node, exits=one.sort == "attribute")
    value = _word(side, body.file, node) if one.sort == "attribute" else None
    return Given(
        sort=one.sort,
        name=one.name,
        standard=one.computed and body.file.flat(node).endswith(".Value"),
        types=frozenset(one.type.split(", ")) - {""},
        always=always,
        gates=gates,
        value=value,
        path=one.path,
        line=one.line,
        computed=one.computed,
    )


def _word(side: GoSide, file: GoFile, node: Node) -> str | None:
    """The constant text that an attribute holds."""
    literal = file.literal(node)
    entry = literal.entry("StringValue") if literal else None
    return file.string(entry.value, lambda name: side.packages.string(file, name)) if entry else None


def _condition(file: GoFile, function: Function, node: Node, *, exits: bool) -> tuple[bool, frozenset[str]]:
    """Whether a node is always come to in its function, and the gates that are on where it is."""
    gates: set[str] = set()
    always = not (exits and _may_leave_before(function, node))
    inner, outer = node, node.parent
    while outer is not None and inner.start_byte > function.node.start_byte:
        if outer.type in CONDITIONS and inner != outer.child_by_field_name("condition"):
            always = False
            if inner == outer.child_by_field_name("consequence"):
                gates |= set(ENABLED.findall(file.flat(outer.child_by_field_name("condition"))))
        inner, outer = outer, outer.parent
    return always, frozenset(gates)


def _may_leave_before(function: Function, node: Node) -> bool:
    """Whether the function may return above a node, other than on the way to it."""
    body = function.body
    statements = body.named_children if body else []
    if len(statements) == 1 and statements[0].type == "statement_list":
        statements = statements[0].named_children
    above = (s for s in statements if s.type == "if_statement" and s.end_byte <= node.start_byte)
    return any(_returns(s) for s in above)


def _returns(statement: Node) -> bool:
    pending = list(statement.named_children)
    while pending:
        node = pending.pop()
        if node.type == "return_statement":
            return True
        if node.type != "func_literal":
            pending += node.named_children
    return False


def _receiver(file: GoFile, function: Function) -> str:
    """The name of the receiver variable."""
    node = function.node.child_by_field_name("receiver")
    words = re.findall(r"\w+", file.text(node)) if node else []
    return words[0] if len(words) > 1 else ""


def _symbol(called: str, receiver: str, type_: str) -> str:
    """What a call refers to: `Type.Method` on the receiver itself, `.Method` on others, or a function."""
    operand, dot, method = called.rpartition(".")
    if not dot:
        return called
    return f"{type_}.{method}" if operand == receiver and receiver else f".{method}"


def _unfollowed(file: GoFile, function: Function) -> Iterator[str]:
    """The sort of a map that the function returns from a field: what is in it is known elsewhere only."""
    if not MAPS.search(function.result):
        return
    for returned in file.find("return_statement", within=function.body):
        if any(
            n.type == "selector_expression" for e in returned.named_children for n in (e, *e.named_children)
        ):
            yield "attribute" if "Attribute" in function.result else "capacity"
