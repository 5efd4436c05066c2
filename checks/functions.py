"""Go functions of the product at both sides of the change, paired by folder and name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from checks.globs import matches
from checks.snapshot import Change, Snapshot, Source
from config.profile import Profile

if TYPE_CHECKING:
    from checks.parse.go import Function, GoFile


MOST_LINES = 2000


class Side(Struct, frozen=True):
    """A function where it stands at one commit."""

    change: Change
    file: GoFile
    function: Function

    @property
    def does(self) -> str:
        """What its body does, apart from its name, comments, log calls and the words of its errors."""
        return self.file.behaviour(self.function.body) if self.function.body else ""


class Pair(Struct, frozen=True):
    """A function before and after; None where there was none or is none any more."""

    symbol: str
    base: Side | None
    head: Side | None

    @property
    def called_before(self) -> set[str]:
        """Names of what it called at the base; none where it is new."""
        side = self.base
        return {c.method for c in side.file.calls(side.function.node)} if side else set()

    @property
    def is_huge(self) -> bool:
        """Whether it is longer than people write functions; some looks take time faster than its length."""
        sides = (side.function for side in (self.base, self.head) if side)
        return any(function.end_line - function.line > MOST_LINES for function in sides)


def changed_functions(snapshot: Snapshot, profile: Profile) -> tuple[Pair, ...]:
    """Functions in changed product files that do something else than before.

    One that was only renamed or moved to another changed file is none.
    """
    return snapshot.head.once("functions", "", lambda: tuple(_changed(snapshot, profile)))


def product_go(snapshot: Snapshot, profile: Profile) -> list[Change]:
    """Changed Go files that are neither tests, generated nor vendored."""
    paths = profile.paths
    apart = (*paths.vendored, *paths.generated, *paths.tests, *paths.ci, *paths.examples, *paths.build)
    return [c for c in snapshot.changes if c.path.endswith(".go") and not matches(c.path, apart)]


def _changed(snapshot: Snapshot, profile: Profile) -> Iterator[Pair]:
    changes = product_go(snapshot, profile)
    old = _sides(snapshot.base, ((c, c.old_path) for c in changes))
    new = _sides(snapshot.head, ((c, c.new_path) for c in changes))
    lost = {key: side for key, side in old.items() if key not in new}
    moved = {side.does: key for key, side in lost.items() if side.does} if lost else {}
    for key, side in new.items():
        was = old.get(key)
        if was is None and moved and side.does in moved:
            lost.pop(moved.pop(side.does))
        elif was is None or (_may_differ(was, side) and was.does != side.does):
            yield Pair(side.function.symbol, was, side)
    yield from (Pair(side.function.symbol, side, None) for side in lost.values())


def _may_differ(old: Side, new: Side) -> bool:
    """Whether a changed line stands in it; to see that is cheaper than to read both."""
    if old.change is not new.change:
        return True
    was, now = old.function, new.function
    return new.change.touches_head(now.line, now.end_line) or new.change.touches_base(was.line, was.end_line)


def _sides(source: Source, paths: Iterable[tuple[Change, str | None]]) -> dict[tuple[str, str], Side]:
    found: dict[tuple[str, str], Side] = {}
    for change, path in paths:
        file = source.go(path) if path else None
        for function in file.functions if file else ():
            if file:
                found[file.path.rpartition("/")[0], function.symbol] = Side(change, file, function)
    return found
