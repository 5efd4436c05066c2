"""Path globs as profiles write them: `**` crosses folders, `*` does not, `{a,b}` is a choice."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from wcmatch import glob

FLAGS = glob.GLOBSTAR | glob.DOTGLOB | glob.BRACE | glob.FORCEUNIX


@lru_cache(maxsize=512)
def _matcher(globs: tuple[str, ...]) -> glob.WcMatcher[str]:
    return glob.compile(list(globs), flags=FLAGS)


def matches(path: str, globs: Iterable[str]) -> bool:
    """Whether one of the globs matches the whole path."""
    globs = tuple(globs)
    return bool(globs) and bool(_matcher(globs).match(path))


def select(paths: Iterable[str], globs: Iterable[str]) -> list[str]:
    """The paths that one of the globs matches, in their order."""
    globs = tuple(globs)
    return [p for p in paths if _matcher(globs).match(p)] if globs else []
