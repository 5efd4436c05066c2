"""Says what in a text of ours would be alive on GitHub: mentions, links, HTML, marks, commands."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

ALIVE = re.compile(r"@\w|#\d|\bGH-\d|https?://|\bwww\.|<!--")
OURS = re.compile(r"</?sub>\Z")
MARK = re.compile(r"<!-- design-review:[a-z]+[^<>]* -->\s*\Z")


def alive(body: str) -> list[str]:
    """What would be alive; our own last mark and `<sub>` are not counted."""
    commands = [line for line in re.split(r"\r\n|\r|\n", body) if line.lstrip().startswith("/")]
    marks = re.findall(r"<!-- design-review:", MARK.sub("", body))
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(MARK.sub("", body))
    return [*commands, *_alive(tokens), *(marks if _outside_code(tokens, "<!-- design-review:") else ())]


def _alive(tokens: list[Token]) -> Iterator[str]:
    for token in tokens:
        yield from _alive(token.children or [])
        if token.type in ("html_block", "html_inline") and not OURS.match(token.content):
            yield token.content
        elif token.type in ("link_open", "image"):
            yield f"{token.type} {token.attrs}"
        elif token.type == "text" and (found := ALIVE.search(token.content)):
            yield f"{found[0]} in {token.content!r}"


def _outside_code(tokens: list[Token], words: str) -> bool:
    plain = [t for t in tokens if t.type not in ("fence", "code_block", "code_inline")]
    return any(words in t.content and not t.children for t in plain) or any(
        _outside_code(t.children, words) for t in plain if t.children
    )
