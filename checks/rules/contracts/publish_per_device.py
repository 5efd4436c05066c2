"""Devices announced anew once for each of many, where once for all would do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from checks.context import Context
from checks.functions import Pair, Side, changed_functions
from checks.model import Defect
from checks.packages import folder_of
from checks.pattern import lazy
from checks.proofs import line_at
from checks.rule import CODE, OPTIONAL, rule

if TYPE_CHECKING:
    from tree_sitter import Node

    from checks.parse.go import Call, Function, GoFile

PUBLISHES = lazy(r"(?:re)?publish\w*(?:resources?|slices?)", re.I)


@rule(OPTIONAL, Context, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A loop over devices, claims or events newly publishes the resource slices at every turn, itself or by
    a function of its file; or a receiver does so for every message, and what it receives is new.

    Each publication rewrites all slices of the node, and the scheduler starts anew with each.

    Left alone: loops that leave after they have published, retries, receivers that drain their channel, and
    functions that published before.

    Source: review of the health taints in the project: one lost GPU republished the slice once per device.
    """
    pairs = [p for p in changed_functions(context.snapshot, context.profile) if p.head and not p.is_huge]
    sides = [side for pair in pairs if (side := pair.head)]
    sends = {folder_of(side.file.path) for side in sides if _sends_in_loop(side.file, side.function)}
    for pair in pairs:
        head = pair.head
        call = _newly_publishes(pair)
        how = _repeated(head.file, head.function, call) if head and call else ""
        call, how = (call, how) if how or not head else _for_each_message(head, sends)
        if head and call and how:
            yield _defect(head.file, pair.symbol, call, how, context)


def _newly_publishes(pair: Pair) -> Call | None:
    """The call by which a function publishes, where it did not before."""
    before = pair.base.file.text(pair.base.function.node) if pair.base else ""
    calls = pair.head.file.calls(pair.head.function.node) if pair.head else ()
    new = (c for c in calls if PUBLISHES.fullmatch(c.method) and f"{c.method}(" not in before)
    return next(new, None)


def _repeated(file: GoFile, function: Function, call: Call) -> str:
    """How often it publishes, in words; empty where once."""
    for loop in _loops(file, function.node):
        if loop.start_byte <= call.node.start_byte < loop.end_byte and not _leaves(file, loop, call):
            return f"for every element of the loop on line {file.line(loop)}"
    for other in file.functions if not PUBLISHES.fullmatch(function.name) else ():
        for loop in _loops(file, other.node):
            if any(c.method == function.name for c in file.calls(loop)):
                return f"each time the loop on line {file.line(loop)} calls `{function.name}`"
    return ""


def _for_each_message(side: Side, sends: set[str]) -> tuple[Call | None, str]:
    """A publication in the case that receives something new, where nothing else is received with it."""
    file = side.file
    for case in file.find("communication_case", within=side.function.node):
        received = case.child_by_field_name("communication")
        is_new = received is not None and side.change.touches_head(file.line(received))
        if not is_new or "<-" not in file.text(received) or file.text(case).count("<-") > 1:
            continue
        call = next((c for c in file.calls(case) if PUBLISHES.fullmatch(c.method)), None)
        if call:
            each = ", and a loop sends one for each device" if folder_of(file.path) in sends else ""
            return call, f"for every message that it receives{each}"
    return None, ""


def _loops(file: GoFile, node: Node) -> Iterator[Node]:
    """Loops over the elements of something."""
    for loop in file.find("for_statement", within=node):
        if any(n.type == "range_clause" for n in loop.named_children):
            yield loop


def _leaves(file: GoFile, loop: Node, call: Call) -> bool:
    """Whether the loop is left right behind the call, or the call is the loop's way out."""
    behind = file.source[call.node.end_byte : loop.end_byte].decode()
    statement = file.source[loop.start_byte : call.node.start_byte].decode().rpartition("\n")[2]
    return statement.strip().startswith("return") or bool(re.match(r"[^{}]*\n\s*(?:return|break)\b", behind))


def _sends_in_loop(file: GoFile, function: Function) -> bool:
    return any(file.find("send_statement", within=loop) for loop in _loops(file, function.node))


def _defect(file: GoFile, symbol: str, call: Call, how: str, context: Context) -> Defect:
    return Defect(
        path=file.path,
        line=call.line,
        message=f"`{call.method}` publishes all slices of the node {how}. Collect changes and publish once.",
        anchor=symbol,
        text=call.method,
        evidence=(line_at(context.snapshot.head, file.path, call.line),),
    )
