"""A claim that is refused after work was done for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from checks.context import Context
from checks.functions import Pair, changed_functions
from checks.globs import matches
from checks.model import Defect
from checks.packages import folder_of
from checks.pattern import lazy
from checks.proofs import in_function, line_at
from checks.rule import CODE, OPTIONAL, rule

if TYPE_CHECKING:
    from checks.parse.go import Call

PREPARES = lazy(r"(?<![uU]n)[pP]repare\w*")
MOST_CALLS = 400  # of one function; each is held against those before it
VALIDATES = lazy(r"(?:[vV]alidate|[rR]eject|[fF]orbid)\w*|Normalize")
WORKS = lazy(
    r"(?:update|create|write|store|get|read)\w*Checkpoint|(?:[aA]ctivate|[bB]ind|[aA]ttach|[mM]ount)(?=[A-Z]|\Z)\w*"
)


@rule(OPTIONAL, Context, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A function that prepares newly validates the claim after it has read or written the checkpoint, or
    newly touches a device before it validates.

    A claim that can only be refused should be so first: what was done for it has to be taken back, and a
    second attempt finds the remains.

    Left alone: validations that need what was read, and the order as it stood before.

    Source: reviews of prepare in the project: reject at the top, activate after the configuration is valid.
    """
    for pair in changed_functions(context.snapshot, context.profile):
        head = pair.head
        if head is None or pair.is_huge or not PREPARES.fullmatch(head.function.name):
            continue
        if not matches(folder_of(head.file.path), context.profile.contracts.checkpoints):
            continue
        found = _out_of_order(pair)
        if found:
            early, late = found
            yield in_function(
                pair,
                late.line,
                (
                    f"`{late.method}` may refuse the claim, and `{early.method}` (line {early.line}) has "
                    "done its work by then. Validate first."
                ),
                context,
                line_at(context.snapshot.head, head.file.path, early.line),
                about=f"{early.method} {late.method}",
            )


def _out_of_order(pair: Pair) -> tuple[Call, Call] | None:
    """The first pair of calls in the wrong order of which the change adds one."""
    head = pair.head
    if head is None:
        return None
    file = head.file
    known = pair.called_before
    calls = sorted(file.calls(head.function.node), key=lambda c: c.node.start_byte)
    for index, late in enumerate(calls[:MOST_CALLS]):
        if not VALIDATES.fullmatch(late.method):
            continue
        needs = " ".join(file.text(a) for a in late.arguments)
        for early in calls[:index]:
            new = pair.base and not {early.method, late.method} <= known
            works = WORKS.fullmatch(early.method) and early.node.end_byte < late.node.start_byte
            if new and works and "heckpoint" not in needs:
                return early, late
    return None
