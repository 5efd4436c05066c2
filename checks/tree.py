"""One commit's files as data: the protocol that git stands behind, and the same over a dict."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from checks.model import Place


class Tree(Protocol):
    """The files of one commit. Nothing is ever checked out or followed."""

    def paths(self) -> Sequence[str]:
        """Every regular file, sorted; symbolic links and submodules are not among them."""

    def kind(self, path: str) -> str | None:
        """`file`, `link`, `submodule` or `folder`, or None where nothing stands at `path`."""

    def size(self, path: str) -> int:
        """Bytes of the regular file at `path`; 0 where there is none."""

    def read(self, path: str) -> bytes | None:
        """The bytes of a regular file, or None."""

    def prefetch(self, paths: Iterable[str]) -> None:
        """Says what will be read soon, so that it can be read in one batch."""

    def grep(self, words: Iterable[str], without: Sequence[str] = ()) -> Mapping[str, Place]:
        """The first place of each whole word that occurs in any text file outside the folders `without`."""


class DictTree:
    """A tree over a mapping from path to content; a stand-in wherever git is not the point."""

    def __init__(self, files: Mapping[str, str | bytes], links: Iterable[str] = ()) -> None:
        self._files = {p: c.encode() if isinstance(c, str) else c for p, c in files.items()}
        self._links = frozenset(links)

    def paths(self) -> Sequence[str]:
        return sorted(self._files)

    def kind(self, path: str) -> str | None:
        if path in self._files:
            return "file"
        if path in self._links:
            return "link"
        folder = path.rstrip("/") + "/"
        return "folder" if any(p.startswith(folder) for p in self._files) else None

    def size(self, path: str) -> int:
        return len(self._files.get(path, b""))

    def read(self, path: str) -> bytes | None:
        return self._files.get(path)

    def prefetch(self, paths: Iterable[str]) -> None:
        return None

    def grep(self, words: Iterable[str], without: Sequence[str] = ()) -> Mapping[str, Place]:
        wanted = sorted(set(words), key=len, reverse=True)
        if not wanted:
            return {}
        pattern = re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, wanted)) + r")(?!\w)")
        found: dict[str, Place] = {}
        for path in self.paths():
            if any(path.startswith(folder.rstrip("/") + "/") for folder in without):
                continue
            text = self._files[path].decode("utf-8", "replace")
            for number, line in enumerate(text.splitlines(), 1):
                for hit in pattern.findall(line):
                    found.setdefault(hit, Place(path, number))
        return found
