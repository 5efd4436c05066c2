"""Allocation results of other drivers, taken for one's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from checks.context import Context
from checks.functions import product_go
from checks.model import Defect
from checks.parse.go.fingerprint import LOGGERS
from checks.pattern import lazy
from checks.proofs import line_at
from checks.rule import BLOCKING, CODE, OPTIONAL, rule

if TYPE_CHECKING:
    from tree_sitter import Node

    from checks.parse.go import Function, GoFile

RESULTS = lazy(r"(?:\w+\.)*(?:Allocation\.|allocation\.)Devices\.Results")
FILTER = lazy(r"\.Driver\b|[Dd]riverName|[Bb]yDriver|[Ii]s(?:Ours|Own|Mine)\b")
HARMLESS = lazy(r"(?:append|len|string|fmt\.\w+|strings\.\w+|errors\.\w+)\Z")


GIVES_UP = lazy(r"\berr\w*\s*!=\s*nil|!\w+\Z")


@rule(BLOCKING, Context, audits=True, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A loop over the devices of a claim acts on each by its name, and does not ask whose driver it is of.

    A claim may hold devices of several drivers. Another driver's device is looked up among one's own: the
    claim fails, or the wrong device is touched. Where the loop goes on past names that it does not know, only
    a device of the same name is mistaken, and the finding is optional.

    Left alone: loops that compare the driver, in their body or before it in the function, loops that only
    log, count or collect names, what the change does not touch, and what its function did before.

    Source: the DRA API: results name driver, pool and device; found after a change of the project merged.
    """
    for change in product_go(context.snapshot, context.profile):
        head = context.snapshot.head.go(change.new_path) if change.new_path else None
        loops = list(_loops(head)) if head else []
        touched = [n for n in loops if change.touches_head(n.line, n.node.end_point.row + 1)]
        base = context.snapshot.base.go(change.old_path) if touched and change.old_path else None
        before = {(n.symbol, n.over) for n in _loops(base)} if base else set()
        yield from (_defect(n, context) for n in touched if (n.symbol, n.over) not in before)


class Loop(Struct, frozen=True):
    """A loop that takes every device for one of this driver's: `used` is the line that does so."""

    file: GoFile
    node: Node
    symbol: str
    over: str
    name: str
    used: int

    @property
    def line(self) -> int:
        """Where it begins."""
        return self.file.line(self.node)


def _loops(file: GoFile) -> Iterator[Loop]:
    for node in file.find("for_statement") if file.mentions("Devices.Results") else ():
        loop = _unfiltered(file, node)
        if loop:
            yield loop


def _unfiltered(file: GoFile, node: Node) -> Loop | None:
    clause = next((n for n in node.named_children if n.type == "range_clause"), None)
    body = node.child_by_field_name("body")
    over = clause.child_by_field_name("right") if clause else None
    names = clause.child_by_field_name("left") if clause else None
    function = file.function_at(file.line(node))
    source = _source(file, function, file.flat(over))
    if body is None or names is None or not source:
        return None
    _, comma, name = file.flat(names).rpartition(",")
    name = name if comma else _taken(file, body, (source, file.flat(over)), name)
    if FILTER.search(file.text(function.node if function else body)) or name in ("", "_"):
        return None
    used = _acts(file, body, name)
    symbol = function.symbol if function else file.path
    return Loop(file, node, symbol, source, name, used) if used else None


def _source(file: GoFile, function: Function | None, over: str) -> str:
    """The results that a loop goes over, be it by a variable that was set to them; empty for other things."""
    if RESULTS.fullmatch(over):
        return over
    if function is None or not over.isidentifier():
        return ""
    kept = re.compile(rf"\b{over}\s*:?=\s*({RESULTS.pattern})\s*$", re.M)
    found = kept.search(file.text(function.node))
    return found[1] if found else ""


def _taken(file: GoFile, body: Node, over: tuple[str, str], index: str) -> str:
    """What a loop by index calls the element; empty where it gives it no name."""
    lists = "|".join(map(re.escape, over))
    found = re.search(rf"\b(\w+)\s*:=\s*&?(?:{lists})\[{re.escape(index)}\]", file.text(body))
    return found[1] if found else ""


def _defect(loop: Loop, context: Context) -> Defect:
    file, head = loop.file, context.snapshot.head
    return Defect(
        path=file.path,
        line=loop.line,
        message=f"This loop takes every device of the claim for one of this driver's (line {loop.used}). "
        f"Skip those whose `{loop.name}.Driver` is another.",
        anchor=loop.symbol,
        text=loop.over,
        evidence=(line_at(head, file.path, loop.line), line_at(head, file.path, loop.used)),
        severity=OPTIONAL if _passes_over(loop) else None,
    )


def _passes_over(loop: Loop) -> bool:
    """Whether it goes on with the next device where a name is unknown or cannot be read."""
    return any(
        GIVES_UP.search(loop.file.flat(found.child_by_field_name("condition")))
        and any(loop.file.find("continue_statement", within=found))
        for found in loop.file.find("if_statement", within=loop.node)
    )


def _acts(file: GoFile, body: Node, name: str) -> int | None:
    """The line that looks a device up by its name, or hands the name to a function that does something."""
    alias = re.search(rf"\b(\w+)\s*:=\s*{name}\.Device\b", file.text(body))
    device = re.compile(rf"\b(?:{name}\.Device{f'|{alias[1]}' if alias else ''})\b")
    for found in file.find("index_expression", "call_expression", within=body):
        call = file.call(found)
        if call is None:
            if device.search(file.text(found.child_by_field_name("index"))):
                return file.line(found)
            continue
        harmless = HARMLESS.match(call.name) or LOGGERS.fullmatch(call.name)
        if not harmless and any(device.search(file.text(argument)) for argument in call.arguments):
            return file.line(found)
    return None
