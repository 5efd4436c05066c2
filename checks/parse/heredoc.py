"""Here-documents in shell and bats scripts: their text with the line it starts on; nothing is expanded."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from msgspec import Struct

from checks.parse.text import Text
from checks.pattern import lazy

OPENING = lazy(r"<<(?P<dash>-?)[ \t]*(?P<quote>['\"]?)(?P<word>[A-Za-z_]\w*)(?P=quote)")
EXPANSION = lazy(r"\$\{[^}\n]{0,300}\}|\$\([^)\n]{0,300}\)|\$\w+")
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
    closings = _Closings(text)
    while number < text.line_count and found < MAX_DOCUMENTS:
        opening = OPENING.search(text.lines[number])
        number += 1
        if opening is None or text.lines[number - 1].lstrip().startswith("#"):
            continue
        end = closings.after(number, opening["word"], dash=bool(opening["dash"]))
        if end is None:
            continue
        lines = text.lines[number:end]
        body = "\n".join(line.lstrip("\t") if opening["dash"] else line for line in lines)
        yield Heredoc(body, number + 1, not opening["quote"])
        number, found = end + 1, found + 1


class _Closings:
    """Lines that hold one word alone, by that word and whether tabs stand before it."""

    def __init__(self, text: Text) -> None:
        self._plain: dict[str, list[int]] = {}
        self._indented: dict[str, list[int]] = {}
        for number, line in enumerate(text.lines[: text.line_count]):
            word = line.rstrip()
            self._plain.setdefault(word, []).append(number)
            self._indented.setdefault(word.lstrip("\t"), []).append(number)

    def after(self, start: int, word: str, *, dash: bool) -> int | None:
        """The first such line from `start` on, or None."""
        there = (self._indented if dash else self._plain).get(word, [])
        at = bisect_left(there, start)
        return there[at] if at < len(there) else None
