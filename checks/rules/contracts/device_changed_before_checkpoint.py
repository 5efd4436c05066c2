"""A device that is changed before the checkpoint says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from checks.checkpoints import state_names
from checks.context import Context
from checks.functions import Pair, Side, changed_functions
from checks.model import Defect
from checks.packages import folder_of
from checks.pattern import lazy
from checks.proofs import in_function, line_at
from checks.rule import BLOCKING, CODE, rule

if TYPE_CHECKING:
    from tree_sitter import Node

    from checks.parse.go import Call

VERBS = r"(?:create|configure|bind|enable|activate|attach|mount|partition|program)"
THINGS = r"\w*(?:Device|Daemon|Mode|Partition|Slice|Instance|Channel|Fabric|GPU|Gpu|Mig|Vfio|VFIO)"
CHANGES = lazy(
    rf"(?i:{VERBS})\Z|(?i:{VERBS})(?=[A-Z]){THINGS}|(?i:prepare|set|apply|start|reset)(?=[A-Z]){THINGS}"
)
RECORDS = lazy(r"[cC]heckpoint|[mM]etric|[lL]ock|[lL]og|[cC]ontext|[eE]vent|[sS]pec")


@rule(BLOCKING, Context, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A function that marks a claim as begun in the checkpoint newly creates, configures or binds a device
    before it does.

    When the plugin dies between the two, nothing says that the device was touched: nobody undoes it, and the
    claim that is prepared next finds it changed.

    Left alone: calls after the mark, rolling back what an earlier attempt left, and calls that stood before
    it already.

    Source: the order in which the project's plugins prepare a claim: mark, change, mark as completed.
    """
    for pair in changed_functions(context.snapshot, context.profile):
        if pair.head and not pair.is_huge:
            yield from _early(pair, pair.head, context)


def _early(pair: Pair, head: Side, context: Context) -> Iterator[Defect]:
    mark = _mark(head, context, at_head=True)
    if mark is None:
        return
    old = _mark(pair.base, context, at_head=False) if pair.base else None
    known = {c.name for c in _before(pair.base, old)} if pair.base and old else set()
    for call in _before(head, mark):
        if call.name not in known:
            known.add(call.name)
            yield in_function(
                pair,
                call.line,
                (
                    f"`{call.method}` changes the device before line {head.file.line(mark)} writes to "
                    "the checkpoint that the claim is being prepared; if the plugin dies in between, nobody "
                    "undoes it."
                ),
                context,
                line_at(context.snapshot.head, head.file.path, head.file.line(mark)),
                about=call.name,
            )


def _mark(side: Side, context: Context, *, at_head: bool) -> Node | None:
    """The first place in a function where the state of a claim is set to that of one being prepared."""
    source = context.snapshot.head if at_head else context.snapshot.base
    contracts = context.profile.contracts
    names = state_names(source, contracts, folder_of(side.file.path), contracts.checkpoint_begun)
    said = side.file.text(side.function.node) if names else ""
    if not any(name in said for name in names):
        return None
    for found in side.file.find("keyed_element", "assignment_statement", within=side.function.node):
        value = side.file.flat(found.named_children[-1])
        if value.rpartition(".")[2] in names:
            return found
    return None


def _before(side: Side, mark: Node) -> list[Call]:
    """The calls that change a device, in the source above the mark."""
    calls = side.file.calls(side.function.node)
    return [
        c
        for c in calls
        if c.node.end_byte < mark.start_byte and CHANGES.match(c.method) and not RECORDS.search(c.method)
    ]
