"""Metrics that came, went or changed their labels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from checks.facts.sides import GoSide, go_sides, pair
from checks.model import Fact, Side
from checks.pattern import lazy
from checks.snapshot import Snapshot
from config.profile import Profile

FILES = (".go",)

if TYPE_CHECKING:
    from checks.parse.go import Call, GoFile

OPTIONS = lazy(r"(?:\w+\.)?(Counter|Gauge|Histogram|Summary)Opts")


class Metric(Struct, frozen=True):
    """A metric by the name that scrapers see."""

    name: str
    path: str
    line: int
    type: str
    labels: str

    @property
    def traits(self) -> dict[str, str]:
        """What rules compare."""
        return {"type": self.type, "labels": self.labels}


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """Compares the metrics that the changed files create, by full name."""
    base, head = go_sides(snapshot, profile, profile.contracts.metrics)
    metrics = pair((base, _metrics(base)), (head, _metrics(head)), lambda m: m.name)
    for new in metrics.added:
        yield Fact("metric-added", new.path, new.line, new.name, new.type, traits=new.traits)
    for old in metrics.removed:
        yield Fact("metric-removed", old.path, old.line, old.name, side=Side.BASE, traits=old.traits)
    for old, new in metrics.kept:
        if old.traits != new.traits:
            before, after = f"{old.type} by {old.labels}", f"{new.type} by {new.labels}"
            detail = f"was {before}; is {after}"
            yield Fact(
                "metric-changed", new.path, new.line, new.name, detail, before, after, traits=new.traits
            )


def _metrics(side: GoSide) -> Iterator[Metric]:
    for file in side.files:
        for call in file.calls() if file.mentions("Opts{", "NewDesc(") else ():
            if call.method == "NewDesc":
                yield from _described(side, file, call)
            elif call.arguments and (metric := _made(side, file, call)):
                yield metric


def _made(side: GoSide, file: GoFile, call: Call) -> Metric | None:
    """`NewCounterVec(CounterOpts{…}, []string{…})` and its kin."""
    options = file.literal(call.arguments[0])
    kind = OPTIONS.fullmatch(options.type) if options else None
    if options is None or kind is None:
        return None
    parts = [_string(side, file, options.entry(key)) for key in ("Namespace", "Subsystem", "Name")]
    if not parts[-1]:
        return None
    labels = file.literal(call.arguments[1]) if len(call.arguments) > 1 else None
    names = [file.string(e.value) or file.flat(e.value) for e in labels.entries] if labels else []
    line = (options.entry("Name") or options).line
    return Metric("_".join(p for p in parts if p), file.path, line, kind[1].casefold(), ", ".join(names))


def _string(side: GoSide, file: GoFile, entry: object) -> str:
    value = getattr(entry, "value", None)
    return file.string(value, lambda name: side.packages.string(file, name)) or ""


def _described(side: GoSide, file: GoFile, call: Call) -> Iterator[Metric]:
    """`NewDesc(BuildFQName(namespace, subsystem, name), …, labels, …)`."""
    inner = file.call(call.arguments[0]) if call.arguments else None
    if inner and inner.method == "BuildFQName":
        parts = [file.string(a, lambda n: side.packages.string(file, n)) or "" for a in inner.arguments]
    else:
        parts = [file.string(a) or "" for a in call.arguments[:1]]
    labels = file.literal(call.arguments[2]) if len(call.arguments) > 2 else None
    names = [file.string(e.value) or file.flat(e.value) for e in labels.entries] if labels else []
    if parts and parts[-1]:
        yield Metric("_".join(p for p in parts if p), file.path, call.line, "described", ", ".join(names))
