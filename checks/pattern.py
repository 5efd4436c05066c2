"""Regular expressions that are compiled when they are first used.

A review loads hundreds of patterns and asks few of them anything; compiling all took a third of its time.
"""

from __future__ import annotations

import re
from typing import Any, cast

METHODS = ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn")
FIELDS = ("pattern", "flags", "groups", "groupindex")


class _Waiting:
    """Stands for a compiled pattern, and becomes as quick as one with the first question."""

    def __init__(self, text: str, flags: int) -> None:
        self.text, self.options = text, flags

    def __getattr__(self, name: str) -> Any:
        if name not in METHODS and name not in FIELDS:
            raise AttributeError(name)
        compiled = re.compile(self.text, self.options)
        for method in METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def lazy(text: str, flags: int = 0) -> re.Pattern[str]:
    """What `re.compile` gives, later. A pattern with a fault raises `re.error` only then."""
    return cast("re.Pattern[str]", _Waiting(text, flags))
