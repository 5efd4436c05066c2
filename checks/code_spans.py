"""Inline code in Markdown source: where it stands, found in one pass however many backticks there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from checks.pattern import lazy

RUN = lazy(r"`+")


class CodeSpan(Struct, frozen=True):
    """Inline code from `start` to before `end` of the source, marks included."""

    start: int
    end: int
    content: str


def code_spans(source: str) -> Iterator[CodeSpan]:
    """Each span: a run of backticks, and the next run of the same length ends it."""
    runs = [(m.start(), m.end()) for m in RUN.finditer(source)]
    following: dict[int, int] = {}  # length of a run to the nearest run of that length behind
    closing: list[int | None] = [None] * len(runs)
    for index in range(len(runs) - 1, -1, -1):
        length = runs[index][1] - runs[index][0]
        closing[index] = following.get(length)
        following[length] = index
    index = 0
    while index < len(runs):
        close = closing[index]
        if close is None:
            index += 1
            continue
        start, end = runs[index][0], runs[close][1]
        yield CodeSpan(start, end, source[runs[index][1] : runs[close][0]])
        index = close + 1


def replace_code(source: str, put: Callable[[CodeSpan], str]) -> str:
    """The source with each span replaced by what `put` makes of it."""
    parts: list[str] = []
    at = 0
    for span in code_spans(source):
        parts += [source[at : span.start], put(span)]
        at = span.end
    return "".join([*parts, source[at:]])
