"""What a Go function reaches by calls within its package."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from checks.packages import folder_of, packages_of
from checks.snapshot import Source

if TYPE_CHECKING:
    from checks.parse.go import Function, GoFile

Placed = tuple["GoFile", "Function"]


def reached(source: Source, file: GoFile, function: Function, hops: int) -> Iterator[Placed]:
    """The function itself, then those that it calls, up to so many calls away.

    A call is followed by its name alone, and not at all where the package has two functions of that name.
    """
    seen = {function.symbol}
    level: list[Placed] = [(file, function)]
    for _ in range(hops + 1):
        yield from level
        called = {call.method for at, one in level for call in at.calls(one.node)}
        level = [placed for placed in _named(source, file.path, called) if placed[1].symbol not in seen]
        seen |= {one.symbol for _, one in level}


def _named(source: Source, path: str, names: set[str]) -> Iterator[Placed]:
    folder = folder_of(path)
    by_name = source.once("functions by name", folder, lambda: _by_name(source, folder))
    yield from (by_name[name][0] for name in sorted(names) if len(by_name.get(name, ())) == 1)


def _by_name(source: Source, folder: str) -> Mapping[str, list[Placed]]:
    packages = packages_of(source)
    found: dict[str, list[Placed]] = {}
    for path in packages.files(folder):
        file = source.go(path)
        for function in file.functions if file else ():
            if file:
                found.setdefault(function.name, []).append((file, function))
    return found
