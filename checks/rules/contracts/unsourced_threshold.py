"""A version of hardware or of a driver in a comparison, with no word on where it comes from."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checks.context import Context
from checks.functions import product_go
from checks.model import Defect
from checks.pattern import lazy
from checks.proofs import line_at
from checks.rule import CODE, OPTIONAL, rule
from checks.snapshot import Change

VERSION = lazy(r'"v?\d{1,4}\.\d{1,3}(?:\.\d{1,3})?"')
COMPARES = lazy(r"\b(?:Compare|compare|Less|LessThan|AtLeast|GreaterThan|IsGreater\w*|IsLess\w*)\b|[<>]=?")
ABOUT = lazy(r"capability|compute|cuda|driver|nvml|firmware|\bcc\b|ccv\b", re.I)
NUMBER = lazy(
    r"\b(?:major|cc\w{0,9}|\w{0,40}[cC]apability\w{0,20})\s*[<>]=?\s*(?P<number>[1-9]\d{0,3}(?:\.\d{1,2})?)\b"
)
SOURCE = lazy(r"https?://|\b(?:see|per|docs?|documented|release notes?|issue|KEP)\b|#\d+", re.I)
ABOVE = 4


@rule(OPTIONAL, Context, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A capability or driver version stands in a comparison as a bare number.

    Thresholds are copied, disagree, and nobody knows which one holds.

    Left alone: comparisons with a link or a named source in a comment nearby, named constants, and lines that
    the change does not touch.

    Source: review of the change that limited sharing by compute capability: "where does 7.5 come from?".
    """
    for change in product_go(context.snapshot, context.profile):
        yield from _bare(change, context)


def _bare(change: Change, context: Context) -> Iterable[Defect]:
    text = context.snapshot.head.text(change.new_path) if change.new_path else None
    for number, line in enumerate(text.lines if text else (), 1):
        if text is None or not change.touches_head(number):
            continue
        threshold = _threshold(line)
        if not threshold or not (ABOUT.search(line) or ABOUT.search(_function(change, number, context))):
            continue
        around = "\n".join(
            part for part in text.lines[max(number - 1 - ABOVE, 0) : number + 1] if "//" in part
        )
        if not SOURCE.search(around):
            yield Defect(
                path=text.path,
                line=number,
                message=f"Where does {threshold} come from? Name the document that sets this threshold.",
                anchor=threshold,
                text=line.strip(),
                evidence=(line_at(context.snapshot.head, text.path, number),),
            )


def _threshold(line: str) -> str:
    """The bare number that a line compares something with; empty for none."""
    found = VERSION.search(line)
    if found and COMPARES.search(VERSION.sub("", line)):
        return found[0]
    number = NUMBER.search(line.partition("//")[0])
    return number["number"] if number else ""


def _function(change: Change, line: int, context: Context) -> str:
    """The head of the function that holds a line: its name and parameters tell what is compared."""
    file = context.snapshot.head.go(change.new_path) if change.new_path else None
    function = file.function_at(line) if file else None
    return f"{function.name} {function.parameters}" if function else ""
