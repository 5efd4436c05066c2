"""Which command owns a generated file, and what a file and its source can disagree about."""

from __future__ import annotations

from msgspec import Struct

from checks.globs import matches
from config.profile import Generated, Profile


class Disagreement(Struct, frozen=True):
    """Where a generated file says otherwise than its source: the source's place, and the output's."""

    symbol: str
    detail: str
    path: str
    line: int
    output: str
    in_source: bool = True


def owner(path: str, profile: Profile) -> Generated | None:
    """What owns a generated file; None for a file written by hand."""
    return next((g for g in profile.generated if matches(path, g.outputs)), None)


def is_source(path: str, generated: Generated) -> bool:
    """Whether a file is one that the outputs are made from."""
    return matches(path, generated.sources) and not matches(path, generated.outputs)
