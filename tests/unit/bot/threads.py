"""Builds pull requests and comments as values, for tests of what is said and decided in a thread."""

from __future__ import annotations

from itertools import count
from typing import Any

from bot.github.state import Account, Comment, Pull, Thread, Where

NUMBERS = count(1)
HEAD = "a" * 40


def comment(body: str, by: str | None = "ann", **more: Any) -> Comment:
    """A comment of a person, or of ours where `ours=True`."""
    number = next(NUMBERS)
    author = Account(by, is_bot=bool(more.pop("bot", False))) if by else None
    said: dict[str, Any] = {
        "id": number,
        "node": f"C_{number}",
        "where": Where.CONVERSATION,
        "author": author,
        "body": body,
        "created_at": f"2026-01-01T00:{number // 60 % 60:02}:{number % 60:02}Z",
        "url": f"https://example.org/c/{number}",
    }
    return Comment(**{**said, **more})


def thread(*comments: Comment, **more: Any) -> Thread:
    """A review thread on line 1 of `a.md`."""
    said: dict[str, Any] = {
        "node": f"T_{next(NUMBERS)}",
        "path": "a.md",
        "line": 1,
        "original_line": 1,
        "resolved": False,
        "resolved_by": None,
        "outdated": False,
        "comments": comments,
    }
    return Thread(**{**said, **more})


def pull(*comments: Comment, **more: Any) -> Pull:
    """An open pull request of `ann` with these comments."""
    said: dict[str, Any] = {
        "number": 7,
        "title": "A change",
        "body": "",
        "url": "https://example.org/7",
        "author": Account("ann"),
        "open": True,
        "draft": False,
        "head_sha": HEAD,
        "head_ref": "topic",
        "base_ref": "main",
        "base_sha": "b" * 40,
        "from_fork": True,
        "comments": comments,
    }
    return Pull(**{**said, **more})
