"""Types and fields of a Go package that a change moved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from checks.generated.ownership import Disagreement
from checks.globs import matches
from checks.parse.go import Field, Type
from checks.snapshot import Source
from config.profile import Profile


class Placed(Struct, frozen=True):
    """A Go type and the file that declares it."""

    type: Type
    path: str


def types_in(source: Source, paths: Sequence[str]) -> dict[str, Placed]:
    """Types declared in Go files, by name."""
    source.soon(paths)
    found: dict[str, Placed] = {}
    for path in paths:
        parsed = source.go(path)
        for declared in parsed.types if parsed else ():
            found[declared.name] = Placed(declared, path)
    return found


def files_in(source: Source, folder: str) -> list[str]:
    """The files that stand right in a folder, sorted."""
    return source.once("files by folder", "", lambda: _by_folder(source)).get(folder, [])


def _by_folder(source: Source) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in source.paths():
        found.setdefault(path.rpartition("/")[0], []).append(path)
    return found


def package_files(source: Source, folder: str, profile: Profile) -> list[str]:
    """The hand-written Go files of the package in `folder`, tests left out."""
    apart = (*profile.paths.generated, *profile.paths.tests)
    return [p for p in files_in(source, folder) if p.endswith(".go") and not matches(p, apart)]


class Moved(Struct, frozen=True):
    """Types and fields of a package that the change moved, by name: `Type` and `(Type, Field)`."""

    old: Mapping[str, Placed]
    new: Mapping[str, Placed]

    def added_types(self) -> list[Placed]:
        """Structs that are new."""
        return [p for name, p in self.new.items() if name not in self.old and p.type.kind == "struct"]

    def removed_types(self) -> list[Placed]:
        """Structs that are gone."""
        return [p for name, p in self.old.items() if name not in self.new and p.type.kind == "struct"]

    def added_fields(self) -> Iterator[tuple[Placed, Field]]:
        """Fields that are new in a struct that stays."""
        return _only_in(self.new, self.old)

    def removed_fields(self) -> Iterator[tuple[Placed, Field]]:
        """Fields that are gone from a struct that stays."""
        return _only_in(self.old, self.new)

    def kept_fields(self) -> Iterator[tuple[Placed, Field, Field]]:
        """Fields that stay, as they are now and as they were."""
        for name, placed in self.new.items():
            before = {f.json: f for f in self.old[name].type.fields} if name in self.old else {}
            yield from ((placed, f, before[f.json]) for f in placed.type.fields if f.json in before)


def _only_in(here: Mapping[str, Placed], there: Mapping[str, Placed]) -> Iterator[tuple[Placed, Field]]:
    for name, placed in here.items():
        if name in there:
            known = {f.json or f.name for f in there[name].type.fields}
            yield from ((placed, f) for f in placed.type.fields if (f.json or f.name) not in known)


def at(placed: Placed, line: int, symbol: str, output: str, detail: str) -> Disagreement:
    """A disagreement that shows at a type or field of the source."""
    return Disagreement(symbol, detail, placed.path, line, output)
