"""Reads Go in tests."""

from __future__ import annotations

from checks.model import Unread
from checks.parse.go import GoFile, parse
from checks.parse.text import Text


def read(source: str) -> GoFile:
    """The file, which must be readable."""
    parsed = parse(Text("a.go", source))
    assert isinstance(parsed, GoFile), parsed
    return parsed


def refused(source: str) -> str:
    """Why the file is not read."""
    parsed = parse(Text("a.go", source))
    assert isinstance(parsed, Unread)
    return parsed.why
