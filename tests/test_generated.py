"""What is made from the code says what the code says now."""

from __future__ import annotations

from docs.generate import stale


def test_generated_pages_are_current() -> None:
    assert stale() == [], "run `make generate`"
