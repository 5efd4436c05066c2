"""Bytes to text: UTF-8 only, line ends made plain and remembered, binary told apart."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property

from msgspec import Struct

from checks.model import Unread

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"


class Breaks:
    """Where the lines of a text end; to count from the beginning for each place costs the text's square."""

    def __init__(self, text: str) -> None:
        self._offsets = [at for at, character in enumerate(text) if character == "\n"]

    def before(self, offset: int) -> int:
        """How many lines end before character `offset`."""
        return bisect_left(self._offsets, offset)


class Text(Struct, frozen=True, dict=True):
    """A file's text. `lines[0]` is line 1; `crlf` says that lines ended in CR LF."""

    path: str
    text: str
    crlf: bool = False

    @cached_property
    def lines(self) -> list[str]:
        """The text line by line."""
        return self.text.split("\n")

    def line(self, number: int) -> str:
        """Line `number`, 1-based; empty where there is none."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def between(self, first: int, last: int) -> str:
        """Lines `first` to `last`, both included."""
        return "\n".join(self.lines[max(first - 1, 0) : last])

    @cached_property
    def line_count(self) -> int:
        """Lines that hold text; a final newline opens no further line."""
        return len(self.lines) - (1 if self.lines and self.lines[-1] == "" else 0)

    def line_at(self, offset: int) -> int:
        """The 1-based line that holds character `offset`."""
        return self._breaks.before(offset) + 1

    @cached_property
    def _breaks(self) -> Breaks:
        return Breaks(self.text)


def decode(path: str, raw: bytes) -> Text | Unread:
    """Text of `raw`, or why it is none."""
    if b"\0" in raw[:8000]:
        return Unread(path, "a binary file")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return Unread(path, f"not valid UTF-8 at byte {error.start}")
    crlf = "\r\n" in text
    return Text(path, text.removeprefix(BOM).replace("\r\n", "\n"), crlf)
