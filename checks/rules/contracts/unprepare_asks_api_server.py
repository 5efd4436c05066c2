"""Cleaning up that needs the API server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from checks.context import Context
from checks.functions import Side, changed_functions
from checks.model import Defect
from checks.pattern import lazy
from checks.proofs import line_at
from checks.reached import reached
from checks.rule import CODE, OPTIONAL, rule
from checks.snapshot import Source

if TYPE_CHECKING:
    from checks.parse.go import Call, Function, GoFile

UNPREPARES = lazy(r"\w*[uU]nprepare\w*")
ASKS = lazy(r"(?:V\d\w*\(\)\.|[cC]lient\.)(?P<kind>[A-Z]\w+)\([^()]*\)\.(?P<verb>Get|List)\Z")
SWEEPS = lazy(r"[sS]tale|[eE]xpired|[oO]rphan|[aA]bandoned")
MOST_HOPS = 2


@rule(OPTIONAL, Context, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A function that unprepares newly reads an object from the API server, itself or by functions of its
    package.

    The object may be gone by then, or the server out of reach: the device is never given back.

    Left alone: calls that were reached before, functions that prepare, and sweeps that ask whether a claim is
    still there.

    Source: review of the project: unprepare has to get by with the claim's UID and what is on the node.
    """
    told: set[tuple[str, int]] = set()
    for pair in changed_functions(context.snapshot, context.profile):
        head = pair.head
        name = head.function.name if head else ""
        if head is None or not UNPREPARES.fullmatch(name) or SWEEPS.search(name):
            continue
        before = set(_asked(context.snapshot.base, pair.base)) if pair.base else set()
        for asked, (file, function, call) in _asked(context.snapshot.head, head).items():
            if asked not in before and (file.path, call.line) not in told:
                told.add((file.path, call.line))
                yield _defect(head, file, function, call, context)


def _asked(source: Source, side: Side) -> Mapping[str, tuple[GoFile, Function, Call]]:
    """What is read from the API server on the way from a function, by the words of the call."""
    found: dict[str, tuple[GoFile, Function, Call]] = {}
    for file, function in reached(source, side.file, side.function, MOST_HOPS):
        for call in file.calls(function.node):
            if ASKS.search(call.name):
                found.setdefault(call.name, (file, function, call))
    return found


def _defect(head: Side, file: GoFile, function: Function, call: Call, context: Context) -> Defect:
    asked = ASKS.search(call.name)
    kind = asked["kind"] if asked else call.name
    by = "" if function.symbol == head.function.symbol else f" by way of `{function.name}`"
    return Defect(
        path=file.path,
        line=call.line,
        message=f"`{head.function.name}` reads {kind} from the API server{by}; the object may be gone by "
        "then. Keep what is needed in the checkpoint.",
        anchor=head.function.symbol,
        text=call.name,
        evidence=(
            line_at(context.snapshot.head, file.path, call.line),
            line_at(context.snapshot.head, head.file.path, head.function.line),
        ),
    )
