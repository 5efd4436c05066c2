"""Keeps a fault of our own from taking the rest of a review along; what failed is said."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec import Struct, field

T = TypeVar("T")


class Failure(Struct, frozen=True):
    """A part of the review that failed: what it was, the path looked at, and the trace."""

    what: str
    path: str
    trace: str


class Failures(Struct):
    """The failures of one review, in order."""

    all: list[Failure] = field(default_factory=list)

    def guard(self, what: str, path: str, look: Callable[[], Iterable[T]]) -> list[T]:
        """All that `look` yields; where it fails, what it yielded before is dropped and the failure kept."""
        try:
            return list(look())
        except Exception:
            self.all.append(Failure(what, path, traceback.format_exc()))
            return []
