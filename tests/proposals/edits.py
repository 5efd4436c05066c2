"""Small edits to a proposal's text, each of which must find what it changes."""

from __future__ import annotations

import re
from collections.abc import Callable

Edit = Callable[[str], str]
HEADING = re.compile(r"^(#{2,4}) (.+)$", re.M)


def put(old: str, new: str) -> Edit:
    """One passage, which stands there exactly once, becomes another."""

    def edit(text: str) -> str:
        assert text.count(old) == 1, f"stands there {text.count(old)} times: {old}"
        return text.replace(old, new)

    return edit


def drop(old: str) -> Edit:
    """One passage goes."""
    return put(old, "")


def drop_section(title: str) -> Edit:
    """A heading goes, with all up to the next heading."""

    def edit(text: str) -> str:
        start, _, end = _section(text, title)
        return text[:start] + text[end:]

    return edit


def fill(title: str, body: str) -> Edit:
    """What stands under a heading, up to the next one, becomes `body`."""

    def edit(text: str) -> str:
        _, start, end = _section(text, title)
        return f"{text[:start]}\n\n{body}\n\n{text[end:]}" if body else f"{text[:start]}\n\n{text[end:]}"

    return edit


def add(title: str, more: str) -> Edit:
    """A paragraph or item is added at the end of what stands under a heading."""

    def edit(text: str) -> str:
        _, _, end = _section(text, title)
        return f"{text[:end].rstrip()}\n{more}\n\n{text[end:]}"

    return edit


def untick(label: str) -> Edit:
    """A box is emptied."""
    return put(f"- [x] {label}", f"- [ ] {label}")


def untick_all(text: str) -> str:
    """All boxes are emptied."""
    assert "- [x]" in text
    return text.replace("- [x]", "- [ ]")


def _section(text: str, title: str) -> tuple[int, int, int]:
    """Where the heading begins, where it ends, and where the next one begins."""
    headings = list(HEADING.finditer(text))
    at = next(i for i, h in enumerate(headings) if h[2] == title)
    end = headings[at + 1].start() if at + 1 < len(headings) else len(text)
    return headings[at].start(), headings[at].end(), end
