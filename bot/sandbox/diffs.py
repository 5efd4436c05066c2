"""The files that differ between two commits, read from git's raw and patch output."""

import re
from dataclasses import dataclass

PATCH_BYTES, PATCH_LINES = 500_000, 20_000
STATUS = {"A": "added", "D": "removed", "M": "modified", "R": "renamed", "C": "copied", "T": "changed"}


@dataclass(frozen=True)
class FileChange:
    """One file of a diff; `patch` is None for a binary file and for one too large to show."""

    path: str
    previous: str | None
    status: str
    blob: str
    additions: int
    deletions: int
    patch: str | None


def changes_of(raw: str, patch: str) -> tuple[FileChange, ...]:
    """Return the files of `git diff --raw -z` with their parts of `git diff --patch` of the same commits."""
    rows = iter(raw.split("\0"))
    patches = iter(re.split(r"^(?=diff --git )", patch, flags=re.MULTILINE)[1:])
    changes = []
    for row in filter(None, rows):
        status, blob = row.split()[4][0], row.split()[3]
        whole = next(patches, "")
        if status == "T":  # git shows a changed kind of file as a removal and an addition
            whole = next(patches, "")
        first = next(rows)
        path, previous = (next(rows), first) if status in "RC" else (first, None)
        changes.append(_change(path, previous, STATUS.get(status, "changed"), blob, whole))
    return tuple(changes)


def _change(path: str, previous: str | None, status: str, blob: str, whole: str) -> FileChange:
    start = whole.find("\n@@ ")
    body = whole[start + 1 :].rstrip("\n") if start >= 0 else ""
    lines = body.split("\n") if body else []
    added, removed = (sum(line.startswith(mark) for line in lines) for mark in "+-")
    shown = body if body and len(body) <= PATCH_BYTES and len(lines) <= PATCH_LINES else None
    return FileChange(path, previous, status, blob, added, removed, shown)
