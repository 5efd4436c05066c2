"""Go packages of one tree: where a name is declared, and what a file imports of the same module."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from checks.globs import select
from checks.pattern import lazy
from checks.snapshot import Source

if TYPE_CHECKING:
    from checks.parse.go import Const, GoFile, Type

MODULE = lazy(r"^module\s+(\S+)", re.M)
DECLARED = lazy(
    r"^(?:(?:type|const|var)[ \t]+"
    r"|\t(?=\w+(?:[ \t]+[\w.*\[\]]+)?[ \t]+(?:=|struct\b|interface\b)))(\w+)",
    re.M,
)
WILD = lazy(r"[*?\[{]")
MAX_HOPS = 8  # constants that name constants; also ends circles


def folder_of(path: str) -> str:
    """The folder of a path; empty for the top."""
    return path.rpartition("/")[0]


def _is_code(path: str) -> bool:
    return path.endswith(".go") and not path.endswith("_test.go")


class Packages:
    """Finds declarations by name. Only files whose text declares the name are parsed."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._names: dict[str, dict[str, list[str]]] = {}
        self._files: dict[str, list[str]] = {}
        module = source.text("go.mod") if source.exists("go.mod") else None
        named = MODULE.search(module.text) if module else None
        self.module = named[1] if named else None

    def folder(self, imported: str) -> str | None:
        """The folder of an import path of this module, or None for what is not in the tree."""
        if self.module and imported.startswith(self.module + "/"):
            return imported.removeprefix(self.module + "/")
        return None

    def files(self, folder: str) -> Sequence[str]:
        """The Go files of a folder that are no tests."""
        if folder not in self._files:
            below = self.source.under(folder) if folder else self.source.paths()
            self._files[folder] = [p for p in below if folder_of(p) == folder and _is_code(p)]
            self.source.soon(self._files[folder])
        return self._files[folder]

    def folders(self, globs: Iterable[str]) -> Sequence[str]:
        """Folders with such files that one of the globs matches, sorted."""
        globs = tuple(globs)
        starts = {WILD.split(glob, maxsplit=1)[0].rpartition("/")[0] for glob in globs}
        paths = (p for start in starts for p in (self.source.under(start) if start else self.source.paths()))
        return select(sorted({folder_of(p) for p in paths if _is_code(p)}), globs)

    def mentioning(self, folder: str, *words: str) -> Iterator[GoFile]:
        """Files of a folder in whose text one of the words stands."""
        for path in self.files(folder):
            text = self.source.text(path)
            if text and any(w in text.text for w in words) and (parsed := self.source.go(path)):
                yield parsed

    def declaring(self, folder: str, name: str) -> Iterator[GoFile]:
        """Files of a folder that seem to declare `name` at their top level."""
        for path in self._declared(folder).get(name, ()):
            if parsed := self.source.go(path):
                yield parsed

    def _declared(self, folder: str) -> dict[str, list[str]]:
        """Names that lines of a folder's files seem to declare, with the files."""
        if folder not in self._names:
            names: dict[str, list[str]] = {}
            for path in self.files(folder):
                text = self.source.text(path)
                for name in dict.fromkeys(DECLARED.findall(text.text) if text else ()):
                    names.setdefault(name, []).append(path)
            self._names[folder] = names
        return self._names[folder]

    def type(self, file: GoFile, name: str) -> tuple[GoFile, Type] | None:
        """The type that `name`, perhaps with a package before it, means in `file`."""
        for candidate, bare in self._candidates(file, name):
            if found := candidate.type(bare):
                return candidate, found
        return None

    def constant(self, file: GoFile, name: str) -> tuple[GoFile, Const] | None:
        """The constant that `name` means in `file`."""
        for candidate, bare in self._candidates(file, name, vendored=True):
            if found := candidate.constant(bare):
                return candidate, found
        return None

    def string(self, file: GoFile, name: str, hops: int = 0) -> str | None:
        """The string value of the constant that `name` means in `file`."""
        found = self.constant(file, name) if hops < MAX_HOPS else None
        if found is None:
            return None
        where, const = found
        return where.string(const.expression, lambda inner: self.string(where, inner, hops + 1))

    def _candidates(self, file: GoFile, name: str, vendored: bool = False) -> Iterator[tuple[GoFile, str]]:
        package, dot, bare = name.rpartition(".")
        if not dot:
            yield file, name
            for other in self.declaring(folder_of(file.path), name):
                yield other, name
            return
        imported = file.imported(package) or ""
        folder = self.folder(imported) or (f"vendor/{imported}" if vendored and imported else None)
        for other in self.declaring(folder, bare) if folder else ():
            yield other, bare


def packages_of(source: Source) -> Packages:
    """The packages of a tree, found once for all who ask."""
    return source.once("packages", "", lambda: Packages(source))
