"""Programs that the product newly consists of, or no longer does."""

from __future__ import annotations

from collections.abc import Iterator

from checks.functions import product_go
from checks.model import Fact, Side
from checks.snapshot import Change, Snapshot, Source
from config.profile import Profile

FILES = (".go",)


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """`component-added` at the `main` of a folder that held no Go before, `component-removed` the other way.

    A program that was moved or renamed is neither.
    """
    for change in product_go(snapshot, profile):
        if change.status == "A":
            yield from _found(change, snapshot.head, snapshot.base, "component-added", Side.HEAD)
        elif change.status == "D":
            yield from _found(change, snapshot.base, snapshot.head, "component-removed", Side.BASE)


def _found(change: Change, here: Source, there: Source, kind: str, side: Side) -> Iterator[Fact]:
    file = here.go(change.path)
    start = file.function("main") if file and file.package == "main" else None
    folder = change.path.rpartition("/")[0]
    if start and not any(path.endswith(".go") for path in there.under(folder)):
        detail = f"a program of its own {'comes' if side is Side.HEAD else 'goes'}"
        yield Fact(kind, change.path, start.line, folder.rpartition("/")[2], detail, side=side)
