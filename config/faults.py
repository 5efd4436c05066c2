"""What is wrong with a profile or settings file: every fault at once, with its line and key."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from config.places import Keys, Placed, Unreadable, read_placed
from config.violations import Found, nearest, violations

MAX_HINTS = 20  # a look for the nearest name is slow
MAX_SHOWN = 300  # characters of a key or a message: a file's author writes what they quote


class Fault(Struct, frozen=True):
    """One fault: where it stands, the key it concerns (empty for the whole file), and what to do.

    `keys` lead to that key from the top; `key` is the same in one word, for people.
    """

    path: str
    line: int
    key: str
    message: str
    keys: Keys = ()

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {f'{self.key}: ' if self.key else ''}{self.message}"


def read_faults(
    text: str, path: str, *, settings: bool, profiles: Collection[str], rules: Collection[str] = ()
) -> tuple[Placed, tuple[Fault, ...]]:
    """The data of a file and all its faults, by line. `rules` are the known names; none means unchecked."""
    try:
        placed = read_placed(text)
    except Unreadable as error:
        return Placed(), (Fault(path, error.line, "", error.message),)
    if placed.data is None and settings:
        placed.data = {}
    checks = (
        _doubles(placed),
        violations(placed.data, settings),
        _unknown_profile(placed, "profile" if settings else "extends", profiles),
        _unknown_rules(placed, rules),
        _same_ids(placed),
    )
    found = {
        (placed.line(keys), _spell(keys), _plain(message), keys)
        for check in checks
        for keys, message in check
    }
    return placed, tuple(Fault(path, *fault) for fault in sorted(found, key=lambda f: f[:3]))


def _spell(keys: Keys) -> str:
    """`criteria[2].facts` for a path of keys."""
    said = "".join(f"[{k}]" if isinstance(k, int) else f".{k}" for k in keys)
    return _plain(said.removeprefix(".") or "''" * bool(keys))


def _plain(text: str) -> str:
    """What fits a line, without what could steer a terminal."""
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[:MAX_SHOWN])
    return f"{shown}…" if len(text) > MAX_SHOWN else shown


def _doubles(placed: Placed) -> Found:
    for keys, line, before in placed.doubles:
        yield keys, f"stands twice: on line {before} and on line {line}"


def _unknown_profile(placed: Placed, key: str, profiles: Collection[str]) -> Found:
    said = placed.data.get(key) if isinstance(placed.data, dict) else None
    if isinstance(said, str) and said and said not in profiles:
        yield (key,), f"no profile is called {said!r}{nearest(said, profiles)}"


def _unknown_rules(placed: Placed, rules: Collection[str]) -> Found:
    levels = placed.data.get("rules") if isinstance(placed.data, dict) else None
    unknown = [n for n in levels if n not in rules] if rules and isinstance(levels, dict) else []
    for number, name in enumerate(unknown):
        hint = nearest(name, rules) if number < MAX_HINTS else ""
        yield ("rules", name), f"no rule has this name{hint}"


def _same_ids(placed: Placed) -> Found:
    for key, items in placed.data.items() if isinstance(placed.data, dict) else ():
        seen: set[str] = set()
        for number, item in enumerate(items if isinstance(items, list) else ()):
            name = item.get("id") if isinstance(item, dict) else None
            if isinstance(name, str) and name in seen:
                yield (key, number, "id"), f"a second entry has the id {name!r}"
            seen.add(str(name))
