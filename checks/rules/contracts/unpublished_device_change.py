"""Devices that change on the node and not for the scheduler."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from checks.context import Context
from checks.dra.publishing import Publishing, changes, gates_at, publishing
from checks.functions import Pair, Side, changed_functions
from checks.model import Defect
from checks.packages import folder_of
from checks.proofs import in_function
from checks.prose import listed
from checks.rule import OPTIONAL, rule

if TYPE_CHECKING:
    from checks.parse.go import Call

MOST_LOOKED = 30  # changes of devices in one change of code
MOST_TOLD = 20
ENTRANCES = frozenset({"PrepareResourceClaims", "UnprepareResourceClaims"})  # of kubeletplugin.DRAPlugin


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A function that the kubelet reaches newly adds or removes devices among those that are published, and
    nothing on the way publishes them again, or only under a gate that this code does not ask for.

    The scheduler goes on with the old slices: it gives away what is gone, and never what came.

    Left alone: what happens at the start of the plugin, and code that the kubelet does not reach.

    Source: the project's passthrough, which publishes after each prepare, and under its gate alone.
    """
    if context.profile.contracts.device_attributes:
        yield from islice(_all(context), MOST_TOLD)


def _all(context: Context) -> Iterator[Defect]:
    looked = 0
    for pair in changed_functions(context.snapshot, context.profile):
        if pair.head and not pair.is_huge:
            plugin = publishing(context.snapshot.head, folder_of(pair.head.file.path))
            for line, gates, what in _new(pair, pair.head, plugin) if plugin.holders else ():
                looked += 1
                if looked > MOST_LOOKED:
                    return
                yield from _unpublished(pair, pair.head, (line, gates, what), plugin, context)


def _unpublished(
    pair: Pair, head: Side, deed: tuple[int, frozenset[str], str], plugin: Publishing, context: Context
) -> Iterator[Defect]:
    line, gates, what = deed
    ways = [(b, gates) for b in plugin.bodies if b.function.symbol == head.function.symbol]
    ways += [(b, gates | more) for b, more in plugin.callers(head.function.name)]
    places = [(asked, on) for body, on in ways for asked in plugin.publishes(body)]
    reached = any(b.function.name in ENTRANCES for b, _ in ways)
    if reached and not any(asked <= on for asked, on in places):
        yield _defect(pair, head, line, what, _why(places), context)


def _why(places: list[tuple[frozenset[str], frozenset[str]]]) -> str:
    lacking = sorted({f"`{gate}`" for asked, on in places for gate in asked - on})
    if lacking:
        return f"what calls it publishes them under {listed(lacking)} alone"
    return "nothing that calls it publishes them again"


def _defect(pair: Pair, head: Side, line: int, what: str, why: str, context: Context) -> Defect:
    return in_function(
        pair,
        line,
        (
            f"{what} changes which devices there are, and {why}; the scheduler goes on with the old "
            "ResourceSlice."
        ),
        context,
        about=what,
    )


def _new(pair: Pair, head: Side, plugin: Publishing) -> Iterator[tuple[int, frozenset[str], str]]:
    """What the function newly does to the devices: the line, the gates it is under, and how to call it."""
    old = {(c.method, gates) for c, gates in _gated(pair.base, plugin)} if pair.base else set()
    for call, gates in _gated(head, plugin):
        if (call.method, gates) not in old:
            old.add((call.method, gates))
            yield call.line, gates, f"`{call.method}`"
    if pair.base and _stops_publishing(pair.base, head, plugin):
        yield from _below(head, plugin)
    before = pair.base and next(changes(pair.base.file, pair.base.function, plugin.holders), None)
    node = None if before else next(changes(head.file, head.function, plugin.holders), None)
    if node is not None and pair.base:
        yield head.file.line(node), gates_at(head.file, head.function, node), f"`{head.function.name}`"


def _stops_publishing(base: Side, head: Side, plugin: Publishing) -> bool:
    """Whether the function published before, and does not any more."""
    was, now = ({c.method for c in s.file.calls(s.function.node)} for s in (base, head))
    return bool(was - now) and bool(was & plugin.publishers) and not now & plugin.publishers


def _below(head: Side, plugin: Publishing) -> Iterator[tuple[int, frozenset[str], str]]:
    """The first change of devices that a function causes through what it calls."""
    for name in sorted(plugin.changers):
        for body, gates in plugin.callers(name):
            if body.function.symbol == head.function.symbol:
                yield head.function.line, gates, f"`{name}` below `{head.function.name}`"
                return


def _gated(side: Side, plugin: Publishing) -> Iterator[tuple[Call, frozenset[str]]]:
    """The calls of a function that change devices, each with the gates that it is under."""
    for call in side.file.calls(side.function.node):
        if call.method in plugin.changers:
            yield call, gates_at(side.file, side.function, call.node)
