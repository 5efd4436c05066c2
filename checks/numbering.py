"""Numbers of proposals: what a file name says, which are taken, and which comes next."""

from __future__ import annotations

import re
from collections.abc import Iterable

from config.profile import Proposals


def number_in_name(path: str, naming: Proposals) -> str | None:
    """The number in a proposal's file name as written, or None."""
    name = path.rsplit("/", 1)[-1]
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
