"""Floors that texts state: a version behind the name of something that a project needs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.pattern import lazy
from checks.prose import Sentence, terms
from config.profile import Floor

VERSION = r"v?(?P<version>\d{1,4}(?:\.\d+){0,3})"
BETWEEN = r"[^\d.;()]{0,30}?"
NOT_A_FLOOR = lazy(
    r"\b(?:below|before|older than|prior to|up to|until|earlier than|not|less than|<|deprecated"
    r"|unsupported)\W*$",
    re.I,
)
ANOTHER = lazy(r"\b(?:chart|charts|values?|image|plugin|operator|toolkit|library)\b", re.I)


def stated_versions(sentence: Sentence, floor: Floor) -> Iterator[re.Match[str]]:
    """Versions that follow the floor's name; a name of another thing between the two breaks it.

    The group `version` of each match is the number, `between` what stands before it.
    """
    pattern = re.compile(
        rf"(?:{terms(floor.words).pattern})(?P<between>{BETWEEN})(?<![\w.-]){VERSION}(?![\w-])", re.I
    )
    for found in pattern.finditer(sentence.text):
        another = ANOTHER.search(found["between"])
        if not another and not NOT_A_FLOOR.search(sentence.text[: found.start("version")]):
            yield found


def as_numbers(version: str) -> tuple[int, ...]:
    """`1.34.2` as numbers."""
    return tuple(map(int, version.split(".")))


def is_below(stated: str, wanted: str) -> bool:
    """Whether a version is lower, as far as both are written out; 0.5 and 565 are versions of two things."""
    one, other = as_numbers(stated), as_numbers(wanted)
    if len(str(one[0])) != len(str(other[0])):
        return False
    shared = min(len(one), len(other))
    return one[:shared] < other[:shared]
