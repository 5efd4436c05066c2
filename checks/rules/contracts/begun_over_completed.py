"""A completed claim that is marked as begun again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from checks.checkpoints import state_names
from checks.context import Context
from checks.functions import Side, changed_functions
from checks.model import Defect
from checks.packages import folder_of
from checks.pattern import lazy
from checks.proofs import in_function, line_at
from checks.rule import CODE, OPTIONAL, rule

if TYPE_CHECKING:
    from tree_sitter import Node

WRITES = lazy(r"(?:update|create|write|store|set|mark)\w*(?:Checkpoint|Claim)\w*", re.I)


@rule(OPTIONAL, Context, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A function newly marks a claim as begun in the checkpoint, and asks only afterwards whether it was
    completed.

    A claim that is prepared twice is begun from then on: unprepare takes it for a failed attempt, and leaves
    its devices as they are.

    Left alone: functions that ask first, and marks that stood before.

    Source: a fix of the project's plugin, which now asks before it writes.
    """
    contracts = context.profile.contracts
    for pair in changed_functions(context.snapshot, context.profile):
        head = pair.head
        if head is None or pair.is_huge or not (contracts.checkpoint_begun and contracts.checkpoint_done):
            continue
        folder = folder_of(head.file.path)
        begun = state_names(context.snapshot.head, contracts, folder, contracts.checkpoint_begun)
        done = state_names(context.snapshot.head, contracts, folder, contracts.checkpoint_done)
        mark, asks = _mark(head, begun), _asks(head, done)
        if mark is None or asks is None or mark.end_byte > asks.start_byte:
            continue
        if pair.base and _mark(pair.base, begun) is not None:
            continue
        yield in_function(
            pair,
            head.file.line(mark),
            (
                "The claim is marked as begun here, and only then is asked whether it was completed: "
                "one that is prepared a second time loses its mark. Ask first."
            ),
            context,
            line_at(context.snapshot.head, head.file.path, head.file.line(asks)),
            about="begun over completed",
        )


def _mark(side: Side, names: frozenset[str]) -> Node | None:
    """The call that writes the claim as begun."""
    for call in side.file.calls(side.function.node):
        said = side.file.text(call.node)
        if WRITES.fullmatch(call.method) and any(re.search(rf"\b{n}\b", said) for n in names):
            return call.node
    return None


def _asks(side: Side, names: frozenset[str]) -> Node | None:
    """The first condition that asks whether a claim is completed, and leaves."""
    for found in side.file.find("if_statement", within=side.function.node):
        condition = side.file.flat(found.child_by_field_name("condition"))
        body = found.child_by_field_name("consequence")
        asks = any(re.search(rf"==(?:\w+\.)?{n}\b", condition) for n in names)
        if asks and body is not None and "return" in side.file.text(body):
            return found
    return None
