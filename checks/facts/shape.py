"""What kind of paths a change touches, and which files only move a version."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from checks.globs import matches
from checks.model import Fact, Side
from checks.snapshot import Change, Snapshot
from config.profile import PathKinds, Profile

PRODUCT = "product"
KINDS = ("vendored", "generated", "tests", "ci", "docs", "examples", "build", "ownership")
VERSION = re.compile(r"\b[0-9a-f]{40,64}\b|\bv?\d+(?:\.\d+)*(?:[-+.][0-9A-Za-z][0-9A-Za-z.+-]*)?\b")
MOST_LINES = 400  # a bump of every pinned action and image of a repository stays far below


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """`paths-touched` once a kind of path, at the first such file; `version-moved` for each file with no other
    edit than version numbers or pinned digests."""
    first: dict[str, Change] = {}
    counts: dict[str, int] = {}
    for change in snapshot.changes:
        kind = kind_of(change.path, profile.paths)
        first.setdefault(kind, change)
        counts[kind] = counts.get(kind, 0) + 1
        if kind not in ("vendored", "generated"):
            yield from _version_moved(snapshot, change)
    for kind, change in first.items():
        yield Fact("paths-touched", change.path, _first_line(change), kind, _counted(counts[kind]))


@lru_cache(maxsize=16384)
def kind_of(path: str, kinds: PathKinds) -> str:
    """The first kind whose globs match the path, in the order of `PathKinds`; `product` for the rest."""
    return next((kind for kind in KINDS if matches(path, getattr(kinds, kind))), PRODUCT)


def _counted(files: int) -> str:
    return "1 file" if files == 1 else f"{files} files"


def _first_line(change: Change) -> int:
    return max(change.hunks[0].new_line, 1) if change.hunks and change.new_path else 1


def _version_moved(snapshot: Snapshot, change: Change) -> Iterator[Fact]:
    if change.status != "M" or not change.hunks or sum(h.new_count for h in change.hunks) > MOST_LINES:
        return
    if any(h.old_count != h.new_count for h in change.hunks):
        return
    before, after = snapshot.base.text(change.path), snapshot.head.text(change.path)
    if before is None or after is None:
        return
    for hunk in change.hunks:
        old = before.between(hunk.old_line, hunk.old_line + hunk.old_count - 1)
        new = after.between(hunk.new_line, hunk.new_line + hunk.new_count - 1)
        if old == new or VERSION.sub("", old) != VERSION.sub("", new):
            return
    line = change.hunks[0].new_line
    yield Fact(
        "version-moved",
        change.path,
        line,
        change.path,
        after.line(line).strip(),
        before=before.line(change.hunks[0].old_line).strip(),
        after=after.line(line).strip(),
        side=Side.HEAD,
    )
