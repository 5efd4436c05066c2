"""Reads commands out of a comment: top-level paragraph lines only, as Markdown is read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

PREFIX = "/design"
MAX_CHARACTERS = 65_536
UNREAD = ["emphasis", "link", "image", "autolink", "entity"]
LINE = re.compile(rf"{PREFIX}(?:[ \t]+(?P<rest>.*))?\Z", re.I | re.S)


@dataclass(frozen=True, slots=True)
class Written:
    """A command as it was written: its verb in lower case, and the words after it."""

    verb: str
    rest: str = ""

    @property
    def line(self) -> str:
        """The command as one line, without the slash: it is safe to repeat."""
        return " ".join(f"design {self.verb} {self.rest}".split())


@lru_cache(maxsize=200)  # a thread is read again at each of its events
def commands_in(body: str) -> tuple[Written, ...]:
    """The commands of a comment in order, each once. A bare prefix is `help`.

    Fences, quotes, lists, headings, inline code and HTML hold none.
    """
    if PREFIX not in body.casefold() or len(body) > MAX_CHARACTERS:
        return ()
    found: dict[Written, None] = {}
    tokens = _reader().parse(body)
    for opening, inline in pairwise(tokens):
        if opening.type == "paragraph_open" and opening.level == 0:
            for line in _plain_lines(inline):
                written = _read(line)
                if written:
                    found.setdefault(written)
    return tuple(found)


@cache
def _reader() -> MarkdownIt:
    """Blocks, code and HTML, which hide commands; the rest hides none, and takes seconds on hostile texts."""
    return MarkdownIt("commonmark", {"maxNesting": 20}).enable("table").disable(UNREAD)


def _read(line: str) -> Written | None:
    match = LINE.match(line.strip())
    if match is None:
        return None
    verb, _, rest = (match["rest"] or "help").strip().partition(" ")
    return Written(verb.casefold() or "help", " ".join(rest.split()))


def _plain_lines(inline: Token) -> list[str]:
    """Source lines of a paragraph that begin as plain words, not with code, HTML or a mark."""
    lines: list[list[str]] = [[]]
    plain = [True]
    for child in inline.children or ():
        if child.type in ("softbreak", "hardbreak"):
            lines.append([])
            plain.append(True)
        elif child.type in ("text", "text_special"):
            lines[-1].append(child.content)
        elif not "".join(lines[-1]).strip():
            plain[-1] = False
        elif child.type == "code_inline":
            lines[-1].append(f"`{child.content}`")
    return ["".join(line) for line, ok in zip(lines, plain, strict=True) if ok]
