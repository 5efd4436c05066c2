"""Allocation results of other drivers, taken for one's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from checks.context import Context
from checks.functions import product_go
from checks.model import Defect
from checks.parse.go.fingerprint import LOGGERS
from checks.proofs import line_at
from checks.rule import BLOCKING, rule

if TYPE_CHECKING:
    from tree_sitter import Node

    from checks.parse.go import GoFile

RESULTS = re.compile(r"(?:\w+\.)*(?:Allocation\.|allocation\.)Devices\.Results")
FILTER = re.compile(r"\.Driver\b|[Dd]riverName|[Bb]yDriver|[Ii]s(?:Ours|Own|Mine)\b")
HARMLESS = re.compile(r"(?:append|len|string|fmt\.\w+|strings\.\w+|errors\.\w+)\Z")


@rule(BLOCKING, Context, audits=True)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A loop over the devices of a claim acts on each by its name, and does not ask whose driver it is of.

    A claim may hold devices of several drivers. Another driver's device is looked up among one's own: the
    claim fails, or the wrong device is touched.

    Left alone: loops that compare the driver, in their body or before it in the function, loops that only
    log, count or collect names, and what the change does not touch.

    Source: the DRA API: results name driver, pool and device; found after a change of the project merged.
    """
    for change in product_go(context.snapshot, context.profile):
        file = context.snapshot.head.go(change.new_path) if change.new_path else None
        for loop in file.find("for_statement") if file and file.mentions("Devices.Results") else ():
            line = file.line(loop) if file else 0
            if file and change.touches_head(line, loop.end_point.row + 1):
                yield from _unfiltered(file, loop, context)


def _unfiltered(file: GoFile, loop: Node, context: Context) -> Iterator[Defect]:
    clause = next((n for n in loop.named_children if n.type == "range_clause"), None)
    body = loop.child_by_field_name("body")
    over = clause.child_by_field_name("right") if clause else None
    names = clause.child_by_field_name("left") if clause else None
    if body is None or names is None or not RESULTS.fullmatch(file.flat(over)):
        return
    name = file.flat(names).rpartition(",")[2]
    line = file.line(loop)
    function = file.function_at(line)
    if FILTER.search(file.text(function.node if function else body)) or name in ("", "_"):
        return
    used = _acts(file, body, name)
    if used is None:
        return
    yield Defect(
        path=file.path,
        line=line,
        message=f"This loop takes every device of the claim for one of this driver's (line {used}). "
        f"Skip those whose `{name}.Driver` is another.",
        anchor=function.symbol if function else file.path,
        text=file.flat(over),
        evidence=(
            line_at(context.snapshot.head, file.path, line),
            line_at(context.snapshot.head, file.path, used),
        ),
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
