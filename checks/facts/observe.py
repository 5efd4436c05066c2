"""Runs every module of facts over a change and gathers what it did."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial

from msgspec import Struct

import checks.facts
from checks.globs import is_named
from checks.isolation import Failures
from checks.model import Fact
from checks.snapshot import Snapshot
from config.profile import Profile

Observer = Callable[[Snapshot, Profile], Iterable[Fact]]


class Facts(Struct, frozen=True):
    """All facts of a change, by path and line."""

    all: tuple[Fact, ...] = ()

    def of(self, *kinds: str) -> Iterator[Fact]:
        """Facts whose kind matches one of these globs."""
        there = {f.kind for f in self.all}
        wanted = {kind for kind in there if any(is_named(kind, k) for k in kinds)}
        return (f for f in self.all if f.kind in wanted)

    def __bool__(self) -> bool:
        return bool(self.all)


@cache
def observers() -> tuple[Observer, ...]:
    """The `observe` function of every module of facts."""
    modules = (m for m in pkgutil.iter_modules(checks.facts.__path__) if m.name != "observe" and not m.ispkg)
    loaded = [importlib.import_module(f"checks.facts.{m.name}") for m in modules]
    return tuple(m.observe for m in loaded if hasattr(m, "observe"))


def observe(snapshot: Snapshot, profile: Profile, failures: Failures | None = None) -> Facts:
    """What the change did, as facts without doubles, in a settled order.

    Where `failures` are kept, a module that fails costs its own facts alone.
    """
    kept = Failures() if failures is None else failures
    found = {
        f: None
        for observer in observers()
        for f in kept.guard(observer.__module__.rpartition(".")[2], "", partial(observer, snapshot, profile))
    }
    if failures is None and kept.all:
        raise RuntimeError(kept.all[0].trace)
    return Facts(tuple(sorted(found, key=lambda f: (f.path, f.line, f.kind, f.symbol))))
