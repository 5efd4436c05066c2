"""What kind of paths a change touches, and which files only move a version."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from checks.globs import matches
from checks.model import Fact
from checks.parse.text import Text
from checks.pattern import lazy
from checks.snapshot import Change, Hunk, Snapshot
from config.profile import PathKinds, Profile

PRODUCT = "product"
KINDS = ("vendored", "generated", "tests", "docs", "ci", "examples", "build", "ownership")
VERSION = lazy(r"\b[0-9a-f]{40,64}\b|\bv?\d+(?:\.\d+)*(?:[-+.][0-9A-Za-z][0-9A-Za-z.+-]*)?\b")
MODULE_FILES = ("**/go.mod", "**/go.sum", "**/vendor/modules.txt")
MOST_LINES = 400  # a bump of every pinned action and image of a repository stays far below


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """`paths-touched` once a kind of path, at its first file; `only-versions-moved` where that is all."""
    by_kind: dict[str, list[Change]] = {}
    for change in snapshot.changes:
        by_kind.setdefault(kind_of(change.path, profile.paths), []).append(change)
    for kind, changes in by_kind.items():
        code = sum(c.path.endswith(".go") for c in changes)
        lines = sum(h.old_count + h.new_count for c in changes for h in c.hunks)
        traits = {"files": str(len(changes)), "code": str(code), "lines": str(lines)}
        at = _first_line(changes[0])
        yield Fact("paths-touched", changes[0].path, at, kind, _counted(len(changes)), traits=traits)
    yield from _only_versions(snapshot, profile, by_kind)


@lru_cache(maxsize=16384)
def kind_of(path: str, kinds: PathKinds) -> str:
    """The first kind whose globs match the path, in the order of `PathKinds`; `product` for the rest."""
    return next((kind for kind in KINDS if matches(path, getattr(kinds, kind))), PRODUCT)


def _counted(files: int) -> str:
    return "1 file" if files == 1 else f"{files} files"


def _first_line(change: Change) -> int:
    return max(change.hunks[0].new_line, 1) if change.hunks and change.new_path else 1


def _only_versions(
    snapshot: Snapshot, profile: Profile, by_kind: Mapping[str, list[Change]]
) -> Iterator[Fact]:
    """One fact where nothing but versions moves: of dependencies, or of the project itself."""
    written = [c for kind, changes in by_kind.items() if kind != "vendored" for c in changes]
    pinned = [c for c in written if not matches(c.path, MODULE_FILES)]
    if not written or PRODUCT in by_kind or not all(_is_version_move(snapshot, c) for c in pinned):
        return
    release = next((c for c in pinned if matches(c.path, profile.contracts.feature_gates.versions)), None)
    shown = release or (pinned or written)[0]
    line = _first_line(shown)
    text = snapshot.head.text(shown.path) if shown.new_path else None
    said = text.line(line).strip() if text else ""
    yield Fact("only-versions-moved", shown.path, line, "release" if release else "dependency", said)


def _is_version_move(snapshot: Snapshot, change: Change) -> bool:
    """Whether every changed line differs in version numbers or pinned digests alone."""
    if change.status != "M" or not change.hunks or sum(h.new_count for h in change.hunks) > MOST_LINES:
        return False
    if any(h.old_count != h.new_count for h in change.hunks):
        return False
    before, after = snapshot.base.text(change.path), snapshot.head.text(change.path)
    if before is None or after is None:
        return False
    return all(_moves_version(before, after, hunk) for hunk in change.hunks)


def _moves_version(before: Text, after: Text, hunk: Hunk) -> bool:
    old = before.between(hunk.old_line, hunk.old_line + hunk.old_count - 1)
    new = after.between(hunk.new_line, hunk.new_line + hunk.new_count - 1)
    return old != new and VERSION.sub("", old) == VERSION.sub("", new)
