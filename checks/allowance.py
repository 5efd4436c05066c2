"""How much of one change is read: a review of any change, however large, is to end soon."""

from __future__ import annotations

from collections.abc import Iterable

CHARACTERS = {"go": 3_000_000, "markdown": 1_000_000, "yaml": 2_000_000, "template": 2_000_000}
"""Of changed files at one side, by what they are read as; the largest changes we know have a sixth of it."""

BEYOND = "more in one change than is read"


class Allowance:
    """What may still be read of these changed files. Files that a change leaves alone cost it nothing."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = frozenset(paths)
        self._left = dict(CHARACTERS)

    def grants(self, form: str, path: str, characters: int) -> bool:
        """Whether a file of this length may be read in this form; if so, it is counted."""
        if path not in self._paths:
            return True
        if characters > self._left[form]:
            return False
        self._left[form] -= characters
        return True
