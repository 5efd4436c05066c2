"""Go source to a syntax tree within a fixed amount of work; what the grammar cannot read is blanked out."""

from __future__ import annotations

import re
from functools import cache
from itertools import accumulate
from time import process_time

import tree_sitter_go
from msgspec import Struct
from tree_sitter import Language, Node, Parser, Point, Query, QueryCursor, Tree

MAX_STEPS = 8_000  # calls of the parser's progress hook for one file; hand-written ones need hundreds
MAX_SECONDS = 2.0  # of processor time: a backstop, as recovering from some errors makes steps slow
MAX_DEPTH = 200  # brackets in brackets
MAX_TREE_DEPTH = 1_000  # the same in nodes; beyond it the cost of a query is the square of the depth
MAX_CHUNKS = 2_000
BRACKETS = dict.fromkeys(b"({[", 1) | dict.fromkeys(b")}]", -1)
NO_BRACKETS = bytes(b for b in range(256) if b not in BRACKETS)
CHUNK = 65_536
PACKAGE = re.compile(rb"^[ \t]*package[ \t]+\w+", re.M)
DECLARATION = re.compile(rb"^(?:func|type|var|const|import|package)\b", re.M)
DECLARED = tuple(f"{sort}_declaration" for sort in ("const", "var", "type", "function", "method"))
NEW_OF_EXPRESSION = re.compile(rb"\bnew(?=\((?!\s*(?:[\[*]|map\b|chan\b|func\b|struct\b|interface\b)))")


class Gap(Struct, frozen=True):
    """Lines of one declaration that could not be read."""

    line: int
    end_line: int


class Syntax(Struct, frozen=True):
    """A tree over `source`; where it was read from a mended copy, offsets are still the source's."""

    source: bytes
    root: Node
    gaps: tuple[Gap, ...] = ()


@cache
def language() -> Language:
    """The Go grammar."""
    return Language(tree_sitter_go.language())


@cache
def _query(kinds: tuple[str, ...]) -> Query:
    return Query(language(), "[" + " ".join(f"({k})" for k in kinds) + "] @found")


def find(node: Node, *kinds: str) -> list[Node]:
    """Every node of these kinds in `node`, itself included, in source order, the outer before the inner."""
    cursor = QueryCursor(_query(kinds))
    cursor.set_max_start_depth(MAX_TREE_DEPTH)
    found = cursor.captures(node).get("found", [])
    return sorted(found, key=lambda n: (n.start_byte, -n.end_byte))


def read(source: bytes) -> Syntax | str:
    """The tree, or why there is none.

    Go 1.26 allows `new(expression)`, which the grammar takes for `new(type)`: that word is masked where the
    first reading fails. A declaration that still fails is read alone, and blanked out if it is the culprit.
    """
    if not PACKAGE.search(source):
        return "not a Go file: it has no package clause"
    if _depth(source) > MAX_DEPTH:
        return "Go nested too deeply"
    parser = _Parser()
    attempts = dict.fromkeys((source, NEW_OF_EXPRESSION.sub(b"n3w", source)))
    for attempt in attempts:
        tree = parser.parse(attempt)
        if tree is None:
            return "too much Go in one file"
        if not tree.root_node.has_error:
            return Syntax(source, tree.root_node)
    return _without_broken(parser, source, [*attempts][-1])


class _Parser:
    """A parser that gives up after a number of steps, counted over all that it reads."""

    def __init__(self) -> None:
        self.parser = Parser(language())
        self.steps = 0
        self.end = process_time() + MAX_SECONDS

    def parse(self, source: bytes) -> Tree | None:
        """The tree, or None where the steps are used up."""

        def piece(offset: int, _point: Point) -> bytes:
            return source[offset : offset + CHUNK]

        try:
            return self.parser.parse(piece, progress_callback=self._is_too_much)
        except ValueError:  # halted
            self.parser.reset()
            return None

    def _is_too_much(self, _offset: int, _has_error: bool) -> bool:
        self.steps += 1
        return self.steps > MAX_STEPS or process_time() > self.end


def _without_broken(parser: _Parser, source: bytes, attempt: bytes) -> Syntax | str:
    kept, gaps = bytearray(attempt), list[Gap]()
    for start, end in _chunks(attempt):
        tree = parser.parse(attempt[start:end])
        if tree is None or tree.root_node.has_error:
            kept[start:end] = re.sub(rb"[^\n]", b" ", attempt[start:end])
            gaps.append(_gap(source, start, end))
    tree = parser.parse(bytes(kept))
    top = tree.root_node.children if tree else []
    if tree is None or not any(n.type in DECLARED and not n.has_error for n in top):
        return "not readable as Go"
    gaps += [Gap(n.start_point.row + 1, n.end_point.row + 1) for n in top if n.has_error]
    return Syntax(source, tree.root_node, tuple(sorted(gaps, key=lambda g: g.line)))


def _chunks(source: bytes) -> list[tuple[int, int]]:
    """Ranges from one declaration at the start of a line to the next; gofmt puts every one there."""
    starts = [m.start() for m in DECLARATION.finditer(source)][: MAX_CHUNKS + 1]
    ends = [*starts[1:], len(source)]
    return list(zip(starts, ends, strict=True))[:MAX_CHUNKS]


def _depth(source: bytes) -> int:
    brackets = source.translate(None, NO_BRACKETS)
    return max(accumulate(BRACKETS[b] for b in brackets), default=0)


def _gap(source: bytes, start: int, end: int) -> Gap:
    first = source.count(b"\n", 0, start) + 1
    return Gap(first, first + source[start:end].rstrip().count(b"\n"))
