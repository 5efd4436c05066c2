"""What must move with a contract, and whether it did: tables, forms, comments and tests of the profile."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.classification.criteria import is_kind
from checks.globs import matches
from checks.model import Fact
from checks.snapshot import Snapshot
from config.profile import Companion, Profile


def companions_of(fact: Fact, profile: Profile) -> Iterator[Companion]:
    """The companions that follow a fact of this kind, in the profile's order."""
    for companion in profile.contracts.companions:
        if any(is_kind(fact, wanted) for wanted in companion.facts):
            yield companion


def files_of(companion: Companion, snapshot: Snapshot) -> list[str]:
    """The files at the head where a companion stands; none where the project has no such thing yet."""
    return snapshot.head.matching(companion.files)


def has_moved(companion: Companion, snapshot: Snapshot) -> bool:
    """Whether one of a companion's files is in the change."""
    return any(matches(change.path, companion.files) for change in snapshot.changes)


def names(companion: Companion, snapshot: Snapshot, *words: str) -> tuple[str, int] | None:
    """Path and line where one of a companion's files first names one of the words as a whole, or None."""
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?!\w)")
    paths = files_of(companion, snapshot)
    snapshot.head.soon(paths)
    for path in paths:
        text = snapshot.head.text(path)
        likely = text is not None and any(word in text.text for word in words)
        found = pattern.search(text.text) if text and likely else None
        if text and found:
            return path, text.line_at(found.start())
    return None
