"""What a selector reads of a device: which attributes and capacities, how, and what it compares them to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from checks.cel.syntax import Checked, Expr

ROOTS = {"device.attributes": "attribute", "device.capacity": "capacity"}
COMPARING = {"_==_": "==", "_!=_": "!=", "_<_": "<", "_<=_": "<=", "_>_": ">", "_>=_": ">="}
MAX_STEPS = 4  # sort, domain and name are three; what lies deeper is no attribute
Path = tuple[str, ...]


class Reference(Struct, frozen=True):
    """One attribute or capacity read. `use` is `get`, `has` (presence only) or `optional` (`?`).

    `sort` is `attribute` or `capacity`; `offset` is its place in the expression, in characters.
    """

    sort: str
    domain: str
    name: str
    use: str
    offset: int

    @property
    def key(self) -> tuple[str, str, str]:
        """What it reads, however and wherever."""
        return self.sort, self.domain, self.name


class Comparison(Struct, frozen=True):
    """A reference beside literal values: `==` and its like, `in` with a list, or a method with its argument.

    A method's `operator` is its name, and `made_by` the function that makes its argument of the literal.
    """

    reference: Reference
    operator: str
    values: tuple[object, ...]
    offset: int
    made_by: str = ""


class Conversion(Struct, frozen=True):
    """A literal that `quantity()` or `semver()` reads; `lenient` is the second argument of `semver`."""

    function: str
    literal: str
    lenient: bool
    offset: int


class Reading:
    """Everything that a checked expression, or one node of it, reads."""

    def __init__(self, checked: Checked, node: Expr | None = None) -> None:
        self.checked = checked
        self.references: list[Reference] = []
        self.comparisons: list[Comparison] = []
        self.conversions: list[Conversion] = []
        self.patterns: list[tuple[str, int]] = []
        self.functions: dict[str, int] = {}
        self.names: dict[str, int] = {}
        self._read(node or checked.root)

    def _read(self, top: Expr) -> None:
        pending: list[tuple[Expr, Mapping[str, Path]]] = [(top, {})]
        while pending:
            node, known = pending.pop()
            found = self._reference(node, known)
            if found:
                self.references.append(found)
                continue
            if node.kind == "name":
                self.names.setdefault(node.name, self._offset(node))
            if node.kind == "call":
                self._call(node, known)
            pending += reversed(list(_below(node, known)))

    def _call(self, node: Expr, known: Mapping[str, Path]) -> None:
        self.functions.setdefault(node.name, self._offset(node))
        self.comparisons += self._compared(node, known)
        literals = [a.value for a in node.arguments]
        if node.name in ("quantity", "semver") and literals and isinstance(literals[0], str):
            lenient = len(literals) > 1 and literals[1] is True
            self.conversions.append(Conversion(node.name, literals[0], lenient, self._offset(node)))
        if node.name in ("matches", "find", "findAll") and literals and isinstance(literals[-1], str):
            self.patterns.append((literals[-1], self._offset(node)))

    def _compared(self, node: Expr, known: Mapping[str, Path]) -> Iterator[Comparison]:
        if node.name in COMPARING and len(node.arguments) == 2:
            left, right = node.arguments
            for one, other in ((left, right), (right, left)):
                found = self._reference(one, known)
                if found and other.kind == "constant":
                    yield Comparison(found, COMPARING[node.name], (other.value,), self._offset(node))
        elif node.name == "@in" and len(node.arguments) == 2 and node.arguments[1].kind == "list":
            found = self._reference(node.arguments[0], known)
            values = tuple(a.value for a in node.arguments[1].arguments if a.kind == "constant")
            if found:
                yield Comparison(found, "in", values, self._offset(node))
        elif node.target is not None and len(node.arguments) == 1:
            found, made = self._reference(node.target, known), node.arguments[0]
            inner = made.arguments[0] if made.kind == "call" and made.arguments else made
            if found and inner.kind == "constant":
                by = made.name if made.kind == "call" else ""
                yield Comparison(found, node.name, (inner.value,), self._offset(node), by)

    def _reference(self, node: Expr, known: Mapping[str, Path]) -> Reference | None:
        if node.kind == "call" and node.name == "@in" and len(node.arguments) == 2:
            name, holder = node.arguments[0].value, _path(node.arguments[1], known)
            if isinstance(name, str) and holder and len(holder) == 2:
                return Reference(holder[0], holder[1], name, "has", self._offset(node))
            return None
        path = _path(node, known)
        if path is None or len(path) != 3:
            return None
        sort, domain, name = (step.removeprefix("?") for step in path)
        optional = any(step.startswith("?") for step in path)
        use = "has" if node.tests_presence else "optional" if optional else "get"
        return Reference(sort, domain, name, use, self._offset(node))

    def _offset(self, node: Expr) -> int:
        return self.checked.positions.get(node.id, 0)


def _below(node: Expr, known: Mapping[str, Path]) -> Iterator[tuple[Expr, Mapping[str, Path]]]:
    """The parts of a node with the names that are bound in each."""
    if node.bound is None:
        yield from ((part, known) for part in node.parts)
        return
    value, body = node.bound
    path = _path(value, known)
    yield value, known
    yield body, ({**known, node.name: path} if path else known)


def _path(node: Expr, known: Mapping[str, Path]) -> Path | None:
    """`attribute`, domain and name, as far as a node goes; a step taken with `?` keeps that mark."""
    steps: list[str] = []
    here: Expr | None = node
    while here is not None and len(steps) < MAX_STEPS:
        if here.kind == "name":
            root = (ROOTS[here.name],) if here.name in ROOTS else known.get(here.name)
            return (*root, *reversed(steps)) if root else None
        step, here = _step(here)
        if step is None:
            return None
        steps.append(step)
    return None


def _step(node: Expr) -> tuple[str | None, Expr | None]:
    """The last step of a path with what it is taken from."""
    if node.kind == "select":
        return node.name, node.target
    if node.kind == "call" and node.name in ("_[_]", "_[?_]", "_?._") and len(node.arguments) == 2:
        key = node.arguments[1].value
        mark = "" if node.name == "_[_]" else "?"
        return (mark + key if isinstance(key, str) else None), node.arguments[0]
    return None, None
