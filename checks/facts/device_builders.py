"""Attributes and capacities that one function which builds a device begins or ceases to give it, while
others give the same all along."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.dra.builders import Built, Given, builders_in
from checks.facts.sides import GoSide, go_sides
from checks.functions import changed_functions
from checks.globs import matches
from checks.model import Fact, Side
from checks.packages import folder_of
from checks.pattern import lazy
from checks.snapshot import Snapshot
from config.profile import Profile

FILES = (".go",)

WORDS = ("DeviceAttribute", "DeviceCapacity", ".Device{")
ABOUT = lazy(r"Attribut|Capacit", re.I)
Name = tuple[str, str]


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """`device-attribute-extended`, `-narrowed` and the same of capacities, once a name.

    What comes to, or goes from, all devices of the component is told of the attribute itself. To give less
    than others may be a mere tidying of what stood there twice: that is of doubtful weight.
    """
    base, head = go_sides(snapshot, profile, profile.contracts.device_attributes)
    for folder in _concerned(snapshot, profile) if base.whole and head.whole else ():
        before, after = _built(base, folder), _built(head, folder)
        kept = [(before[symbol], after[symbol]) for symbol in after if symbol in before]
        yield from _moved(kept, _all(before), "extended", Side.HEAD)
        yield from _moved([(new, old) for old, new in kept], _all(after), "narrowed", Side.BASE)


def _concerned(snapshot: Snapshot, profile: Profile) -> list[str]:
    """The folders in which a changed function has to do with attributes or capacities."""
    sides = (side for pair in changed_functions(snapshot, profile) for side in (pair.base, pair.head) if side)
    paths = {s.file.path for s in sides if ABOUT.search(s.file.text(s.function.node))}
    globs = profile.contracts.device_attributes
    return sorted({folder_of(path) for path in paths if matches(path, globs)})


def _built(side: GoSide, folder: str) -> dict[str, Built]:
    files = side.packages.mentioning(folder, *WORDS)
    return {one.by: one for one in builders_in(side, files)[0]}


def _all(built: dict[str, Built]) -> set[Name]:
    return {_short(given) for one in built.values() for given in one.given}


def _short(given: Given) -> Name:
    """The name without its domain, which a name that is computed does not show."""
    return given.sort, given.name.rpartition("/")[2].casefold()


def _moved(pairs: list[tuple[Built, Built]], anywhere: set[Name], how: str, side: Side) -> Iterator[Fact]:
    """What the second of a pair gives, the first does not, and some function at the first's side does."""
    told: set[Name] = set()
    for without, having in pairs:
        known = {_short(given) for given in without.given}
        for given in having.given:
            name = _short(given)
            if name in known or name in told or name not in anywhere or not _is_sure(given, without, having):
                continue
            told.add(name)
            yield _fact(given, having.by, how, side)


def _fact(given: Given, by: str, how: str, side: Side) -> Fact:
    detail = f"{by} gives it now" if side is Side.HEAD else f"{by} no longer gives it"
    traits = {"on": by} | ({"weight": "doubtful"} if side is Side.BASE else {})
    kind = f"device-{given.sort}-{how}"
    return Fact(kind, given.path, given.line, given.name, detail, side=side, traits=traits)


def _is_sure(given: Given, without: Built, having: Built) -> bool:
    """Whether the name is known, and nothing of its sort stands for it where it is missing."""
    if given.computed or given.sort in without.open | having.open:
        return False
    there = {_short(g) for g in having.given}
    return not any(g.computed and g.sort == given.sort and _short(g) not in there for g in without.given)
