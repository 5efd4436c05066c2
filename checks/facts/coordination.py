"""What processes on several nodes rely on of one another: shared names, status fields, watches, election."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from checks.facts.sides import GoSide, go_sides, pair
from checks.globs import matches
from checks.model import Fact, Side
from checks.packages import folder_of
from checks.snapshot import Snapshot
from config.profile import Contracts, Profile

if TYPE_CHECKING:
    from checks.parse.go import GoFile

WATCH = re.compile(r"\w+V\d\w*\(\)\.(?P<kind>[A-Z]\w+)\([^()]*\)\.Informer")
STATUS = re.compile(r"(?:\w+\.)+Status\.(?P<field>[A-Z]\w+)")
ELECTION = re.compile(r"(?:\w+\.)?LeaderElectionConfig")
ELECTED_BY = ("LeaseDuration", "RenewDeadline", "RetryPeriod", "ReleaseOnCancel", "Lock", "Name")


@dataclass(frozen=True, slots=True)
class Trace:
    """What others rely on, where a component first shows it. `value` is empty for a mere presence."""

    aspect: str
    symbol: str
    value: str
    words: str
    path: str
    line: int


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """`coordination-changed` with an aspect. Only a shared name or an election whose value changes is of
    full weight; what comes or goes may be a fix, and counts beside something else."""
    contracts = profile.contracts
    base, head = go_sides(snapshot, profile, contracts.coordination)
    traces = pair(
        (base, _traces(base, contracts)), (head, _traces(head, contracts)), lambda t: (t.aspect, t.symbol)
    )
    for old, new in traces.kept:
        if old.value != new.value:
            yield _fact(new, f"was {old.value}; is {new.value}", Side.HEAD, "", old.value, new.value)
    for new in traces.added:
        if not _elsewhere(base, head, new, contracts):
            yield _fact(new, new.words, Side.HEAD, "light")
    for old in traces.removed:
        if not _elsewhere(head, base, old, contracts):
            yield _fact(old, f"no longer {old.words}", Side.BASE, "light")


def _fact(
    trace: Trace, detail: str, side: Side, weight: str, before: str | None = None, after: str | None = None
) -> Fact:
    traits = {"aspect": trace.aspect, "component": folder_of(trace.path)} | (
        {"weight": weight} if weight else {}
    )
    return Fact(
        "coordination-changed", trace.path, trace.line, trace.symbol, detail, before, after, side, traits
    )


def _elsewhere(side: GoSide, other: GoSide, trace: Trace, contracts: Contracts) -> bool:
    """Whether a file of the component that the change leaves alone shows the same at `side`."""
    changed = {f.path for f in (*side.files, *other.files)}
    word = trace.symbol.rpartition(".")[2]
    return any(
        (one.aspect, one.symbol) == (trace.aspect, trace.symbol)
        for file in side.packages.mentioning(folder_of(trace.path), word)
        if file.path not in changed
        for one in _shown(side, file, contracts)
    )


def _traces(side: GoSide, contracts: Contracts) -> Iterable[Trace]:
    first: dict[tuple[str, str, str], Trace] = {}
    for file in side.files:
        for trace in _shown(side, file, contracts):
            first.setdefault((trace.aspect, trace.symbol, folder_of(file.path)), trace)
    return first.values()


def _shown(side: GoSide, file: GoFile, contracts: Contracts) -> Iterator[Trace]:
    yield from _names(side, file, contracts)
    yield from _written(side, file, contracts)
    yield from _watches(file)
    yield from _election(file)


def _names(side: GoSide, file: GoFile, contracts: Contracts) -> Iterator[Trace]:
    """Constants that say in their name what they are shared for."""
    for const in file.constants:
        name = const.name.casefold()
        for aspect, words in contracts.coordination_names.items():
            if any(word in name for word in words):
                value = file.string(const.expression, lambda ident: side.packages.string(file, ident))
                if value is not None:
                    yield Trace(aspect, const.name, value, f'uses "{value}"', file.path, const.line)
                break


def _written(side: GoSide, file: GoFile, contracts: Contracts) -> Iterator[Trace]:
    """Fields of API objects that are set: in a status, and in objects that stand inside one."""
    for statement in file.find("assignment_statement") if file.mentions(".Status.") else ():
        target = STATUS.fullmatch(file.flat(statement.child_by_field_name("left")))
        if target:
            symbol = f"Status.{target['field']}"
            yield Trace("status", symbol, "", f"sets {symbol}", file.path, file.line(statement))
    for literal in file.literals():
        package, dot, name = literal.type.rpartition(".")
        folder = side.packages.folder(file.imported(package) or "") if dot and literal.entries else None
        if folder and matches(f"{folder}/x.go", contracts.api_types) and not name.endswith("Config"):
            for entry in literal.entries:
                symbol = f"{name}.{entry.key}"
                if entry.key:
                    yield Trace("status", symbol, "", f"sets {symbol}", file.path, entry.line)


def _watches(file: GoFile) -> Iterator[Trace]:
    for call in file.calls() if file.mentions(").Informer()") else ():
        watched = WATCH.search(call.name)
        if watched:
            kind = watched["kind"]
            yield Trace("membership", kind, "", f"watches {kind}", file.path, call.line)


def _election(file: GoFile) -> Iterator[Trace]:
    for literal in file.literals() if file.mentions("LeaderElectionConfig{") else ():
        for entry in literal.entries if ELECTION.fullmatch(literal.type) else ():
            if entry.key in ELECTED_BY:
                value = file.flat(entry.value)
                yield Trace("leader-election", entry.key, value, f"elects by {value}", file.path, entry.line)
