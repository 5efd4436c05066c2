"""The feature gates that a tree registers."""

from __future__ import annotations

import re
from collections.abc import Mapping

from checks.model import Evidence
from checks.snapshot import Source
from config.profile import Profile

DECLARED = re.compile(r"^\s*\w+\s+(?:\w+\.)?Feature\s*=\s*\"(?P<name>\w+)\"", re.M)


def registered_gates(source: Source, profile: Profile) -> Mapping[str, Evidence]:
    """Each gate's name with the line that declares it."""
    found: dict[str, Evidence] = {}
    for path in source.matching(profile.contracts.feature_gates.files):
        text = source.text(path)
        for match in DECLARED.finditer(text.text) if text and not path.endswith("_test.go") else ():
            line = text.line_at(match.start("name")) if text else 1
            found.setdefault(match["name"], Evidence(path, line, match[0].strip()))
    return found
