"""Where in a diff a comment may stand: hunks, their lines on both sides, and how a line moves."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

HEADER = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


@dataclass(frozen=True)
class Line:
    """One line of a hunk: its mark (space, plus, minus), its number on each side, and its text."""

    mark: str
    old: int | None
    new: int | None
    text: str

    def number(self, side: str) -> int | None:
        """Return the line's number on `side` (LEFT or RIGHT), None when it does not stand there."""
        return self.old if side == "LEFT" else self.new


@dataclass
class Hunk:
    """One hunk of a file's patch."""

    header: str
    lines: list[Line] = field(default_factory=list)

    def index(self, side: str, number: int) -> int | None:
        """Return where in the hunk the line `number` of `side` stands."""
        return next((i for i, line in enumerate(self.lines) if line.number(side) == number), None)

    @property
    def last_old(self) -> int:
        """Return the last line of the old file that the hunk covers, or the one it inserts after."""
        numbers = [line.old for line in self.lines if line.old is not None]
        return numbers[-1] if numbers else int(self.header.split()[1].lstrip("-").partition(",")[0])

    def until(self, side: str, number: int) -> str:
        """Return the `diff_hunk` that GitHub shows above a comment: the hunk down to the commented line."""
        end = self.index(side, number)
        shown = self.lines if end is None else self.lines[: end + 1]
        return "\n".join([self.header, *(line.mark + line.text for line in shown)])


def hunks(patch: str) -> list[Hunk]:
    """Return the hunks of one file's patch, which may begin with git's own header lines."""
    return list(_hunks(patch))


def _hunks(patch: str) -> Iterator[Hunk]:
    current: Hunk | None = None
    old = new = 0
    for text in patch.split("\n"):
        header = HEADER.match(text)
        if header:
            if current:
                yield current
            current, old, new = Hunk(text), int(header[1]), int(header[3])
        elif current and text[:1] in (" ", "+", "-"):
            mark = text[0]
            current.lines.append(
                Line(mark, old if mark != "+" else None, new if mark != "-" else None, text[1:])
            )
            old, new = old + (mark != "+"), new + (mark != "-")
    if current:
        yield current


def hunk_of(patch: str, side: str, line: int) -> Hunk | None:
    """Return the hunk that holds `line` of `side`, None when the diff does not show it."""
    return next((hunk for hunk in hunks(patch) if hunk.index(side, line) is not None), None)


def moved(patch: str, line: int) -> int | None:
    """Return where `line` of the old file stands in the new one; None when `patch` changed or removed it."""
    shift = 0
    for hunk in hunks(patch):
        position = hunk.index("LEFT", line)
        if position is not None:
            return hunk.lines[position].new
        if hunk.last_old < line:
            shift += sum(entry.mark == "+" for entry in hunk.lines)
            shift -= sum(entry.mark == "-" for entry in hunk.lines)
    return line + shift
