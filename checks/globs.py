"""Path globs as profiles write them: `**` crosses folders, `*` does not, `{a,b}` is a choice."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from wcmatch import glob

FLAGS = glob.GLOBSTAR | glob.DOTGLOB | glob.BRACE | glob.FORCEUNIX


@lru_cache(maxsize=512)
def _matcher(globs: tuple[str, ...]) -> re.Pattern[str]:
    """One expression for all of them: half the cost of asking one by one."""
    return re.compile("|".join(glob.translate(list(globs), flags=FLAGS)[0]))


def matches(path: str, globs: Iterable[str]) -> bool:
    """Whether one of the globs matches the whole path."""
    globs = tuple(globs)
    return bool(globs) and bool(_matcher(globs).fullmatch(path))


def select(paths: Iterable[str], globs: Iterable[str]) -> list[str]:
    """The paths that one of the globs matches, in their order."""
    globs = tuple(globs)
    return [p for p in paths if _matcher(globs).fullmatch(p)] if globs else []
