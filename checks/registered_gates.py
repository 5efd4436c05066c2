"""The feature gates that a tree registers."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from checks.model import Evidence
from checks.pattern import lazy
from checks.snapshot import Source
from config.profile import Profile

DECLARED = lazy(r"^\s*(?P<ident>\w+)\s+(?:\w+\.)?Feature\s*=\s*\"(?P<name>[^\"\n]{1,200})\"", re.M)


class Declared(Struct, frozen=True):
    """A constant that stands for a gate, and the line that declares it."""

    ident: str
    line: Evidence


def registered_gates(source: Source, profile: Profile) -> Mapping[str, Evidence]:
    """Each gate's name with the line that declares it."""
    return {name: found[0].line for name, found in declared_gates(source, profile).items()}


def declared_gates(source: Source, profile: Profile) -> Mapping[str, list[Declared]]:
    """Each gate's name with all constants that stand for it."""
    return source.once("declared gates", "", lambda: _declared(source, profile))


def _declared(source: Source, profile: Profile) -> dict[str, list[Declared]]:
    found: dict[str, list[Declared]] = {}
    for path in source.matching(profile.contracts.feature_gates.files):
        text = source.text(path) if not path.endswith("_test.go") else None
        for number, line in enumerate(text.lines if text else (), 1):
            match = DECLARED.match(line)
            if match:
                one = Declared(match["ident"], Evidence(path, number, line.strip()))
                found.setdefault(match["name"], []).append(one)
    return found
