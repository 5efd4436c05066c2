"""Go files of one contract at both sides of a change, and the pairing of what they declare."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from msgspec import Struct, field

from checks.globs import matches
from checks.packages import Packages, folder_of, packages_of
from checks.snapshot import Snapshot, Source
from config.profile import Globs, Profile

if TYPE_CHECKING:
    from checks.parse.go import GoFile


class Placed(Protocol):
    """Something that stands in a file."""

    @property
    def path(self) -> str: ...


P = TypeVar("P", bound=Placed)


class GoSide(Struct):
    """The changed files of a contract at one commit. `whole` says that nothing in them was unreadable."""

    source: Source
    files: list[GoFile] = field(default_factory=list)
    whole: bool = True

    @property
    def packages(self) -> Packages:
        """The packages of this commit."""
        return packages_of(self.source)


def go_sides(snapshot: Snapshot, profile: Profile, globs: Globs) -> tuple[GoSide, GoSide]:
    """Base and head, with the files of `globs` that the change touches; tests and generated code are none."""
    base, head = GoSide(snapshot.base), GoSide(snapshot.head)
    for change in snapshot.changes:
        _take(base, change.old_path, profile, globs)
        _take(head, change.new_path, profile, globs)
    return base, head


def _take(side: GoSide, path: str | None, profile: Profile, globs: Globs) -> None:
    if not path or not path.endswith(".go") or path.endswith("_test.go") or not matches(path, globs):
        return
    if matches(path, profile.paths.generated) or matches(path, profile.paths.vendored):
        return
    parsed = side.source.go(path)
    if parsed:
        side.files.append(parsed)
    side.whole = side.whole and parsed is not None and not parsed.gaps


class Pairs(Struct, Generic[P]):
    """What is new, what is gone, and what stands at both sides."""

    added: list[P] = field(default_factory=list)
    removed: list[P] = field(default_factory=list)
    kept: list[tuple[P, P]] = field(default_factory=list)


def pair(
    base: tuple[GoSide, Iterable[P]], head: tuple[GoSide, Iterable[P]], key: Callable[[P], Hashable]
) -> Pairs[P]:
    """Pairs things of equal key: those of the same folder first, then the rest in order, as moved.

    Where a side could not be read whole, what is missing there is not called removed or added.
    """
    old, new = _grouped(base[1], key), _grouped(head[1], key)
    pairs: Pairs[P] = Pairs()
    for name in dict.fromkeys((*old, *new)):
        before, after = list(old.get(name, ())), list(new.get(name, ()))
        pairs.kept += _same_folder(before, after)
        pairs.kept += zip(before, after, strict=False)
        common = min(len(before), len(after))
        pairs.removed += before[common:] if head[0].whole else []
        pairs.added += after[common:] if base[0].whole else []
    return pairs


def _grouped(things: Iterable[P], key: Callable[[P], Hashable]) -> dict[Hashable, list[P]]:
    groups: dict[Hashable, list[P]] = {}
    for thing in things:
        groups.setdefault(key(thing), []).append(thing)
    return groups


def _same_folder(before: list[P], after: list[P]) -> Iterator[tuple[P, P]]:
    """Takes pairs of one folder out of both lists."""
    waiting: dict[str, list[P]] = {}
    for thing in after:
        waiting.setdefault(folder_of(thing.path), []).append(thing)
    left: list[P] = []
    for thing in before:
        there = waiting.get(folder_of(thing.path))
        if there:
            yield thing, there.pop(0)
        else:
            left.append(thing)
    before[:] = left
    after[:] = [thing for things in waiting.values() for thing in things]
