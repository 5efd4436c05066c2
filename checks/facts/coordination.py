"""What processes on several nodes rely on of one another: shared names, status fields, watches, election."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from checks.facts.sides import GoSide, go_sides, pair
from checks.globs import matches
from checks.model import Fact, Side
from checks.packages import folder_of
from checks.pattern import lazy
from checks.snapshot import Snapshot
from config.profile import Contracts, Profile

FILES = (".go",)

if TYPE_CHECKING:
    from checks.parse.go import GoFile

WATCH = lazy(r"V\d\w*\(\)\.([A-Z]\w+)\([^()]*\)\.Informer|\.([A-Z]\w+)\([^()]*\)\.Watch$")
STATUS = lazy(r"(?:\w+\.)+Status\.(?P<field>[A-Z]\w+)")
ELECTION = lazy(r"(?:\w+\.)?LeaderElectionConfig")
ELECTING = "leader-election"
OWNED = ("status", "membership")
INNER = ("ObjectMeta", "TypeMeta", "ListMeta", "Spec", "Status")
ELECTED_BY = ("LeaseDuration", "RenewDeadline", "RetryPeriod", "ReleaseOnCancel", "Lock", "Name")


class Trace(Struct, frozen=True):
    """What others rely on, where a component first shows it. `value` is empty for a mere presence."""

    aspect: str
    symbol: str
    value: str
    words: str
    path: str
    line: int

    @property
    def component(self) -> str:
        """The folder of the program."""
        return folder_of(self.path)

    @property
    def identity(self) -> tuple[str, str, str]:
        """What is compared. Names may move between components; who sets or watches something may not."""
        return self.aspect, self.symbol, self.component if self.aspect in OWNED else ""

    @property
    def is_term(self) -> bool:
        """Whether it is a term of an election, which comes and goes with the election itself."""
        return self.aspect == ELECTING and bool(self.value)

    @property
    def weight(self) -> str:
        """How much it says when it comes or goes."""
        return "" if self.aspect == ELECTING else "light"


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """`coordination-changed` with an aspect.

    A shared name or a term of the election that changes, an election that begins or ends, and a status field
    that another component sets now are of full weight. What else comes or goes may be a fix: it is light.
    """
    contracts = profile.contracts
    base, head = go_sides(snapshot, profile, contracts.coordination)
    traces = pair((base, _traces(base, contracts)), (head, _traces(head, contracts)), lambda t: t.identity)
    for old, new in traces.kept:
        if old.value != new.value:
            yield _fact(new, f"was {old.value}; is {new.value}", Side.HEAD, "", old.value, new.value)
    added = [t for t in traces.added if not t.is_term and not _elsewhere(base, head, t, contracts)]
    removed = [t for t in traces.removed if not t.is_term and not _elsewhere(head, base, t, contracts)]
    left = {(t.aspect, t.symbol): t for t in removed if head.packages.files(t.component)}
    for new in added:
        was = left.pop((new.aspect, new.symbol), None)
        if was:
            removed.remove(was)
            yield _fact(new, f"{new.component} {new.words}, {was.component} no longer does", Side.HEAD, "")
        else:
            yield _fact(new, new.words, Side.HEAD, new.weight)
    for old in removed:
        yield _fact(old, f"no longer {old.words}", Side.BASE, old.weight)


def _fact(
    trace: Trace, detail: str, side: Side, weight: str, before: str | None = None, after: str | None = None
) -> Fact:
    traits = {"aspect": trace.aspect, "component": trace.component} | ({"weight": weight} if weight else {})
    return Fact(
        "coordination-changed", trace.path, trace.line, trace.symbol, detail, before, after, side, traits
    )


def _elsewhere(side: GoSide, other: GoSide, trace: Trace, contracts: Contracts) -> bool:
    """Whether a file of the component that the change leaves alone shows the same at `side`."""
    changed = {f.path for f in (*side.files, *other.files)}
    word = trace.symbol.rpartition(".")[2]
    for file in side.packages.mentioning(trace.component, word):
        identities = partial(_identities, side, file, contracts)
        if file.path not in changed and trace.identity in side.source.once("shown", file.path, identities):
            return True
    return False


def _identities(side: GoSide, file: GoFile, contracts: Contracts) -> set[tuple[str, str, str]]:
    return {trace.identity for trace in _shown(side, file, contracts)}


def _traces(side: GoSide, contracts: Contracts) -> Iterable[Trace]:
    first: dict[tuple[str, str, str], Trace] = {}
    for file in side.files:
        for trace in _shown(side, file, contracts):
            first.setdefault((trace.aspect, trace.symbol, trace.component), trace)
    return first.values()


def _shown(side: GoSide, file: GoFile, contracts: Contracts) -> Iterator[Trace]:
    yield from _names(side, file, contracts)
    yield from _written(side, file, contracts)
    yield from _watches(file)
    yield from election(file)


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
                if entry.key and not (entry.key in INNER and literal.entry("ObjectMeta")):
                    yield Trace("status", symbol, "", f"sets {symbol}", file.path, entry.line)


def _watches(file: GoFile) -> Iterator[Trace]:
    for call in file.calls() if file.mentions(").Informer()", ").Watch(") else ():
        watched = WATCH.search(call.name)
        if watched:
            kind = watched[1] or watched[2]
            yield Trace("membership", kind, "", f"watches {kind}", file.path, call.line)


def election(file: GoFile) -> Iterator[Trace]:
    """That the file elects a leader, and by which terms."""
    for literal in file.literals() if file.mentions("LeaderElectionConfig{") else ():
        if ELECTION.fullmatch(literal.type) and literal.entry("Lock"):
            yield Trace(ELECTING, "LeaderElectionConfig", "", "elects a leader", file.path, literal.line)
            for entry in literal.entries:
                if entry.key in ELECTED_BY:
                    value = file.flat(entry.value)
                    yield Trace(ELECTING, entry.key, value, f"elects by {value}", file.path, entry.line)
