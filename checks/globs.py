"""Path globs as profiles write them: `**` crosses folders, `*` does not, `{a,b}` is a choice.

Most say no more than that. Their expression is short to write and to compile; the library's, which is for
every kind of glob, takes fifty times as long, and a review asks over a hundred of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from functools import lru_cache

from checks.pattern import lazy

MAGIC = lazy(r"[*?[]")
PLAIN = lazy(r"[\w.:*-]+(?:/[\w.:*-]+)*", re.A)


@lru_cache(maxsize=512)
def _matcher(globs: tuple[str, ...]) -> re.Pattern[str]:
    """One expression for all of them: half the cost of asking one by one."""
    return re.compile("|".join(e for glob in globs for e in _expressions(glob)), re.S)


def _expressions(glob: str) -> Iterator[str]:
    choices = _choices(glob)
    if all(PLAIN.fullmatch(choice) for choice in choices):
        yield from map(_plain, choices)
    else:
        yield from _by_library(glob)


def _choices(glob: str) -> list[str]:
    if "{" not in glob:
        return [glob]
    from bracex import expand

    return expand(glob)


def _plain(glob: str) -> str:
    *folders, name = glob.split("/")
    above = "".join("(?:.+/)?" if part == "**" else f"{_part(part)}/" for part in folders)
    return above + (".*" if name == "**" else _part(name))


def _part(part: str) -> str:
    """One name of a path; `*` alone stands for some name, and beside other signs also for nothing."""
    return "[^/]+" if part == "*" else re.sub(r"(?:\\\*)+", "[^/]*", re.escape(part))


def _by_library(glob: str) -> list[str]:
    from wcmatch import glob as library

    flags = library.GLOBSTAR | library.DOTGLOB | library.BRACE | library.FORCEUNIX
    return list(library.translate(glob, flags=flags)[0])


def matches(path: str, globs: Iterable[str]) -> bool:
    """Whether one of the globs matches the whole path."""
    globs = tuple(globs)
    return bool(globs) and bool(_matcher(globs).fullmatch(path))


def select(paths: Iterable[str], globs: Iterable[str]) -> list[str]:
    """The paths that one of the globs matches, in their order."""
    globs = tuple(globs)
    return [p for p in paths if _matcher(globs).fullmatch(p)] if globs else []


def is_named(name: str, glob: str) -> bool:
    """Whether a name that is no path is one that the glob stands for; most globs end in their only `*`."""
    stem = glob.removesuffix("*")
    if MAGIC.search(stem):
        return fnmatchcase(name, glob)
    return name == glob if stem == glob else name.startswith(stem)
