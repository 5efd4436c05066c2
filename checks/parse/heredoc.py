"""Here-documents in shell and bats scripts: their text with the line it starts on; nothing is expanded."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from checks.parse.text import Text

OPENING = re.compile(r"<<(?P<dash>-?)[ \t]*(?P<quote>['\"]?)(?P<word>[A-Za-z_]\w*)(?P=quote)")
EXPANSION = re.compile(r"\$\{[^}\n]*\}|\$\([^)\n]*\)|\$\w+")
MAX_DOCUMENTS = 500


class Heredoc(Struct, frozen=True):
    """The text between the marks, without the tabs that `<<-` takes away; `line` is its first line."""

    text: str
    line: int
    expands: bool

    @property
    def masked(self) -> str:
        """The text with a plain word in place of each shell expansion, line by line."""
        return EXPANSION.sub("expanded", self.text) if self.expands else self.text


def heredocs(text: Text) -> Iterator[Heredoc]:
    """Every here-document of a script that is closed, in order."""
    number, found = 0, 0
    while number < text.line_count and found < MAX_DOCUMENTS:
        opening = OPENING.search(text.lines[number])
        number += 1
        if opening is None or text.lines[number - 1].lstrip().startswith("#"):
            continue
        end = _end(text, number, opening["word"], dash=bool(opening["dash"]))
        if end is None:
            continue
        lines = text.lines[number:end]
        body = "\n".join(line.lstrip("\t") if opening["dash"] else line for line in lines)
        yield Heredoc(body, number + 1, not opening["quote"])
        number, found = end + 1, found + 1


def _end(text: Text, start: int, word: str, *, dash: bool) -> int | None:
    for number in range(start, text.line_count):
        line = text.lines[number]
        if (line.lstrip("\t") if dash else line).rstrip() == word:
            return number
    return None
