"""Runs every module of facts over a change and gathers what it did."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from pathlib import Path

import msgspec
from msgspec import Struct

import checks.facts
from checks.globs import is_named
from checks.isolation import Failures
from checks.model import Fact
from checks.snapshot import Snapshot
from config.profile import Profile

MOST_FACTS = 2_000  # of one module; each is held against every criterion and rule, by some against all others

INDEX = Path(checks.facts.__path__[0]) / "index.json"


class Facts(Struct, frozen=True, dict=True):
    """All facts of a change, by path and line."""

    all: tuple[Fact, ...] = ()

    @cached_property
    def _asked(self) -> dict[tuple[str, ...], tuple[Fact, ...]]:
        return {}

    def of(self, *kinds: str) -> Iterator[Fact]:
        """Facts whose kind matches one of these globs."""
        if kinds not in self._asked:
            there = {f.kind for f in self.all}
            wanted = {kind for kind in there if any(is_named(kind, k) for k in kinds)}
            self._asked[kinds] = tuple(f for f in self.all if f.kind in wanted)
        return iter(self._asked[kinds])

    def __bool__(self) -> bool:
        return bool(self.all)


def concerned(snapshot: Snapshot) -> Iterator[str]:
    """Names of the modules that the change concerns: a module may say in `FILES` how its files' names end.

    Only these are loaded. What the index does not know concerns every change.
    """
    names = {name for c in snapshot.changes for name in (c.old_path, c.new_path) if name}
    for module in modules():
        ends = index().get(module)
        if ends is None or any(name.endswith(tuple(ends)) for name in names):
            yield module


@cache
def index() -> Mapping[str, Sequence[str]]:
    """What the modules say in `FILES`, as `made_index` last saw it."""
    found: Mapping[str, Sequence[str]] = msgspec.json.decode(INDEX.read_bytes()) if INDEX.is_file() else {}
    return found


def made_index() -> Mapping[str, Sequence[str]]:
    """What each module that says it has in `FILES`."""
    found = {
        name: getattr(importlib.import_module(f"checks.facts.{name}"), "FILES", None) for name in modules()
    }
    return {name: files for name, files in found.items() if files is not None}


@cache
def modules() -> tuple[str, ...]:
    """The modules of facts, by name."""
    found = pkgutil.iter_modules(checks.facts.__path__)
    return tuple(m.name for m in found if m.name != "observe" and not m.ispkg)


def observe(snapshot: Snapshot, profile: Profile, failures: Failures | None = None) -> Facts:
    """What the change did, as facts without doubles, in a settled order.

    Where `failures` are kept, a module that fails costs its own facts alone.
    """
    kept = Failures() if failures is None else failures
    found = {
        f: None
        for name in concerned(snapshot)
        for f in kept.guard(name, "", partial(_facts_of, name, snapshot, profile))
    }
    if failures is None and kept.all:
        raise RuntimeError(kept.all[0].trace)
    return Facts(tuple(sorted(found, key=lambda f: (f.path, f.line, f.kind, f.symbol))))


def _facts_of(name: str, snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """What a module sees in the change; one that only others read has no `observe`."""
    module = importlib.import_module(f"checks.facts.{name}")
    facts: Iterable[Fact] = module.observe(snapshot, profile) if hasattr(module, "observe") else ()
    for number, fact in enumerate(facts):
        if number == MOST_FACTS:
            snapshot.head.note_unread(fact.path, f"what it does beyond {MOST_FACTS:,} things", partly=True)
            return
        yield fact
