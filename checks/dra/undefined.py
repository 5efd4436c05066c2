"""Names of objects that nothing but the reference itself speaks of."""

from __future__ import annotations

from checks.packages import folder_of
from checks.snapshot import Source

MOST_BESIDE = 200  # files of one folder that are read for a name
MOST_SEARCHES = 20  # of one change; each reads the whole tree


def stands_nowhere_else(name: str, path: str, source: Source) -> bool:
    """Whether no other file of the tree has this name as a word.

    False where that is not sure: at the top, and after as many searches as one change is given.
    """
    folder = folder_of(path)
    if not folder:
        return False
    return source.once(
        "name elsewhere", f"{folder} {path} {name}", lambda: _is_alone(name, path, folder, source)
    )


def _is_alone(name: str, path: str, folder: str, source: Source) -> bool:
    beside = [p for p in source.under(folder) if p != path]
    searched: list[str] = source.once("names searched", "", list)
    if len(beside) > MOST_BESIDE or len(searched) >= MOST_SEARCHES:
        return False
    searched.append(name)
    if source.grep([name], [folder]):
        return False
    source.soon(beside)
    return not any(name in text.text for p in beside if (text := source.text(p)))
