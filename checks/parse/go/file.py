"""A Go file: its declarations, literals and calls, each read when first asked for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from typing import TypeVar

from tree_sitter import Node

from checks.model import Unread
from checks.parse.go.declarations import Const, Declaration, Function, Import, Type, Variable
from checks.parse.go.expressions import Call, Expressions, Literal, Lookup
from checks.parse.go.fingerprint import behaviour, fingerprint
from checks.parse.go.reader import Comments, Reader, commented
from checks.parse.go.syntax import Gap, Syntax, find, read
from checks.parse.text import Text

D = TypeVar("D", bound=Declaration)


def parse(text: Text) -> GoFile | Unread:
    """The file, or why it is not read. Single declarations that could not be read are its `gaps`."""
    syntax = read(text.text.encode())
    return Unread(text.path, syntax) if isinstance(syntax, str) else GoFile(text.path, syntax)


class GoFile:
    """One Go file. Nodes are tree-sitter's own, for what no property names; lines are 1-based."""

    def __init__(self, path: str, syntax: Syntax) -> None:
        self.path = path
        self.source = syntax.source
        self.root = syntax.root
        self.gaps: tuple[Gap, ...] = syntax.gaps
        self._reader = Reader(syntax.source)
        self._expressions = Expressions(syntax.source)

    @property
    def unread(self) -> tuple[Unread, ...]:
        """What of the file was not read; nothing, or one note."""
        where = ", ".join(f"{g.line}-{g.end_line}" for g in self.gaps[:5])
        return (Unread(self.path, f"lines {where} are not readable as Go"),) if where else ()

    @cached_property
    def _top(self) -> dict[str, list[tuple[Node, Comments]]]:
        """Top-level nodes by kind, each with the comments above it."""
        kinds: dict[str, list[tuple[Node, Comments]]] = {}
        for node, comments in commented(self.root.children):
            if not node.has_error:
                kinds.setdefault(node.type, []).append((node, comments))
        return kinds

    def _declared(self, *kinds: str) -> Iterable[tuple[Node, Comments]]:
        return (n for k in kinds for n in self._top.get(k, []))

    @cached_property
    def package(self) -> str:
        """The name in the package clause."""
        clauses = (node for node, _ in self._declared("package_clause"))
        return next((self.text(clause.named_child(0)) for clause in clauses), "")

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        return tuple(i for n in self._declared("import_declaration") for i in self._reader.imports(*n))

    @cached_property
    def constants(self) -> tuple[Const, ...]:
        return tuple(c for n in self._declared("const_declaration") for c in self._reader.constants(*n))

    @cached_property
    def variables(self) -> tuple[Variable, ...]:
        return tuple(v for n in self._declared("var_declaration") for v in self._reader.variables(*n))

    @cached_property
    def types(self) -> tuple[Type, ...]:
        return tuple(t for n in self._declared("type_declaration") for t in self._reader.types(*n))

    @cached_property
    def functions(self) -> tuple[Function, ...]:
        """Functions and methods, in source order."""
        found = self._declared("function_declaration", "method_declaration")
        return tuple(self._reader.function(*n) for n in sorted(found, key=lambda n: n[0].start_byte))

    @cached_property
    def declarations(self) -> tuple[Declaration, ...]:
        """All of them, in source order."""
        parts = (self.constants, self.variables, self.types, self.functions)
        return tuple(sorted((d for part in parts for d in part), key=lambda d: d.node.start_byte))

    def constant(self, name: str) -> Const | None:
        return _named(self.constants, name)

    def variable(self, name: str) -> Variable | None:
        return _named(self.variables, name)

    def type(self, name: str) -> Type | None:
        return _named(self.types, name)

    def function(self, symbol: str) -> Function | None:
        """The function of this name, or the method by `Type.Method`."""
        return next((f for f in self.functions if f.symbol == symbol), None)

    def function_at(self, line: int) -> Function | None:
        """The function or method that holds `line`."""
        at = bisect_right(self.functions, line, key=lambda f: f.line) - 1
        found = self.functions[at] if at >= 0 else None
        return found if found and line <= found.end_line else None

    def imported(self, name: str) -> str | None:
        """The path of the package that goes by `name` here."""
        return next((i.path for i in self.imports if i.name == name), None)

    def mentions(self, *words: str) -> bool:
        """Whether one of these texts stands in the file: a cheap look before a search of the tree."""
        return any(w.encode() in self.source for w in words)

    def find(self, *kinds: str, within: Node | None = None) -> list[Node]:
        """Every node of these kinds in a node, or in the file."""
        return find(within or self.root, *kinds)

    def literals(self, within: Node | None = None) -> list[Literal]:
        """Every composite literal that names its type."""
        return self._all_literals if within is None else self._literals_in(within)

    def _literals_in(self, node: Node) -> list[Literal]:
        return [one for one in map(self.literal, self.find("composite_literal", within=node)) if one]

    @cached_property
    def _all_literals(self) -> list[Literal]:
        return self._literals_in(self.root)

    def calls(self, within: Node | None = None) -> list[Call]:
        """Every call, the outer before the inner."""
        return self._all_calls if within is None else self._calls_in(within)

    def _calls_in(self, node: Node) -> list[Call]:
        return [one for one in map(self.call, self.find("call_expression", within=node)) if one]

    @cached_property
    def _all_calls(self) -> list[Call]:
        return self._calls_in(self.root)

    def strings(self, within: Node | None = None) -> list[tuple[str, int]]:
        """Every string literal with its line."""
        found = self.find("interpreted_string_literal", "raw_string_literal", within=within)
        return [(self.string(n) or "", self.line(n)) for n in found]

    def literal(self, node: Node | None) -> Literal | None:
        """The composite literal that `node` is, behind `&` too."""
        return self._expressions.literal(node)

    def call(self, node: Node | None) -> Call | None:
        """The call that `node` is."""
        return self._expressions.call(node)

    def string(self, node: Node | None, lookup: Lookup | None = None) -> str | None:
        """The constant string that `node` is; names go to `lookup`, by default this file's constants."""
        return self._expressions.string(node, lookup or self.constant_value)

    def constant_value(self, name: str) -> str | None:
        """The string value of a constant of this file."""
        declared = self.constant(name)
        return self._expressions.string(declared.expression) if declared else None

    def text(self, node: Node | None) -> str:
        """The node's source text; empty for no node."""
        return self._reader.text(node)

    def flat(self, node: Node | None) -> str:
        """The node's text without white space."""
        return self._expressions.flat(node)

    def line(self, node: Node) -> int:
        """The node's first line."""
        return node.start_point.row + 1

    def fingerprint(self, node: Node) -> str:
        """Equal for two pieces that differ only in comments and format."""
        return fingerprint(self.source, node)

    def behaviour(self, node: Node, words: bool = False) -> str:
        """Equal also where names of variables differ and, unless `words` count, log calls and errors."""
        return behaviour(self.source, node, words)


def _named(declared: Iterable[D], name: str) -> D | None:
    return next((d for d in declared if d.name == name), None)
