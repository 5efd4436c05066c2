"""Which of the driver's gates exclude or need one another, as its validation says."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from checks.globs import select
from checks.model import Evidence
from checks.pattern import lazy
from checks.snapshot import Source
from config.profile import Profile

if TYPE_CHECKING:
    from checks.parse.go import GoFile

BOTH = lazy(r"(?:\w+\.)?Enabled\((?:\w+\.)?(\w+)\)&&(!?)(?:\w+\.)?Enabled\((?:\w+\.)?(\w+)\)$")


class Pair(Struct, frozen=True):
    """Two gates: `one` excludes `other`, or `needs` it."""

    one: str
    other: str
    needs: bool
    evidence: Evidence


def gate_pairs(source: Source, profile: Profile) -> list[Pair]:
    """The pairs that the validation functions refuse, by line."""
    gates = profile.contracts.feature_gates
    found: list[Pair] = []
    for path in select(source.paths(), gates.files):
        file = source.go(path) if path.endswith(".go") and not path.endswith("_test.go") else None
        if file:
            found += source.once("gate pairs", path, partial(_in_file, file, gates.validation))
    return found


def _in_file(file: GoFile, functions: tuple[str, ...]) -> list[Pair]:
    found = []
    for function in (f for f in file.functions if f.name in functions):
        for test in file.find("if_statement", within=function.body):
            said = BOTH.match(file.flat(test.child_by_field_name("condition")))
            if said and "return" in file.text(test.child_by_field_name("consequence")):
                words = file.text(test.child_by_field_name("condition"))
                evidence = Evidence(file.path, file.line(test), words[:200])
                found.append(Pair(said[1], said[3], bool(said[2]), evidence))
    return found
