"""Numbers of proposals: what a file name says, which are taken, and which comes next."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checks.globs import matches
from config.profile import Proposals


def has_own_folder(path: str, naming: Proposals) -> bool:
    """Whether this is a document in a folder of its own, as `0007-lanes/README.md` is where so named."""
    return "/" in path and matches(path.rsplit("/", 1)[-1], naming.document)


def name_of(path: str, naming: Proposals) -> str:
    """The name that bears number and title, as that of a file: its own, or that of a folder of its own."""
    return f"{path.split('/')[-2]}.md" if has_own_folder(path, naming) else path.rsplit("/", 1)[-1]


def number_in_name(path: str, naming: Proposals) -> str | None:
    """The number in a proposal's name as written, or None."""
    name = name_of(path, naming)
    for pattern in (naming.file_name, naming.loose_file_name):
        found = re.fullmatch(pattern, name)
        if found:
            return found.groupdict().get("number")
    return None


def holders(paths: Iterable[str], naming: Proposals) -> dict[int, list[str]]:
    """Which of these paths bears which number."""
    found: dict[int, list[str]] = {}
    for path in paths:
        number = number_in_name(path, naming)
        if number is not None:
            found.setdefault(int(number), []).append(path)
    return found


def next_number(taken: Iterable[int]) -> str:
    """The number after the highest one taken, in the usual four digits."""
    return f"{max(taken, default=0) + 1:04}"


def kebab(title: str) -> str:
    """A title as it stands in a file name: `Shared slots` becomes `shared-slots`."""
    return re.sub(r"[^a-z0-9]+", "-", title.casefold()).strip("-")
