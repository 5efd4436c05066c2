"""The paper that text is written on: wrapping, indents, colour, and nothing that could steer a terminal."""

from __future__ import annotations

import re
import textwrap

import click

STEERING = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
GUTTER = "│"


def harmless(text: str) -> str:
    """An author's words on one line, without control characters or marks that turn the reading direction."""
    return STEERING.sub("\N{REPLACEMENT CHARACTER}", " ".join(text.split()))


class Page:
    """Lines for a terminal of some width."""

    def __init__(self, width: int, *, colour: bool) -> None:
        self._width = max(min(width, 100), 40)
        self._colour = colour
        self._lines: list[str] = []

    def style(self, text: str, **how: object) -> str:
        """The text in colour, where colour is wanted."""
        return click.style(text, **how) if self._colour else text  # type: ignore[arg-type]

    def blank(self) -> None:
        """An empty line, never two."""
        if self._lines and self._lines[-1]:
            self._lines.append("")

    def line(self, text: str) -> None:
        """A line as it is."""
        self._lines.append(text)

    def heading(self, text: str) -> None:
        """The title of a part, with air above."""
        self.blank()
        self.line(self.style(text, bold=True))

    def words(self, text: str, first: str = "", indent: str = "") -> None:
        """Words wrapped to the width; `first` opens the first line, `indent` the others."""
        plain = click.unstyle(first)
        wrapped = textwrap.wrap(
            harmless(text),
            self._width,
            initial_indent=" " * len(plain),
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        ) or [""]
        self.line(first + wrapped[0][len(plain) :])
        self._lines += wrapped[1:]

    def cut(self, text: str, first: str) -> None:
        """Words on one line, cut where the width ends: they stand in full elsewhere on the page."""
        room = self._width - len(first)
        plain = harmless(text)
        self.line(first + (plain if len(plain) <= room else plain[: room - 1] + "…"))

    def source(self, number: int, text: str, indent: str, sign: str = " ") -> None:
        """A source line with its number, cut to the width."""
        shown = STEERING.sub("\N{REPLACEMENT CHARACTER}", text.expandtabs(4).rstrip())
        room = self._width - len(indent) - 9
        shown = shown if len(shown) <= room else shown[: room - 1] + "…"
        self.line(
            f"{indent}{self.style(f'{number:>5} {GUTTER}', fg='blue')}{sign}{self.style(shown, dim=True)}"
        )

    def text(self) -> str:
        """The whole page."""
        return "\n".join(self._lines).rstrip("\n") + "\n"
