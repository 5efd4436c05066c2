"""What lies between two commits: changed paths with their hunks, the patch read as it pours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import IO

import bracex
from msgspec import Struct, field
from msgspec.structs import replace

from checks.snapshot import Change, Hunk
from workers.git import GitError, pouring, run

CHUNK = 1 << 20
LIST = ("diff-tree", "-r", "--raw", "-z", "--no-abbrev", "--ignore-submodules=none")
PATCH = (
    *("-M", "-l1000", "-p", "-U0", "--diff-algorithm=myers", "--inter-hunk-context=0"),
    *("--no-ext-diff", "--no-textconv", "--no-color"),
)
MARKS = re.compile(rb"^(?:(diff --git )|@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@|(Binary files ))", re.M)


class Entry(Struct):
    """One record of a raw diff: modes and object ids at both sides, and the hunks as they are read."""

    status: str
    old_path: str
    new_path: str
    old_mode: str
    new_mode: str
    old_id: str
    new_id: str
    hunks: list[Hunk] = field(default_factory=list)
    binary: bool = False
    read: bool = True
    """Whether git looked at its contents."""

    @property
    def change(self) -> Change:
        """The record as rules see it."""
        old = None if self.status == "A" else self.old_path
        new = None if self.status == "D" else self.new_path
        return Change(self.status, old, new, tuple(self.hunks), self.binary)


def read_changes(env: Mapping[str, str], base: str, head: str, unread: Sequence[str] = ()) -> list[Entry]:
    """Records of the changed paths between two commits. Raises `GitError`.

    Paths that the globs `unread` match are only listed: their contents, which a clone may lack, are never
    looked at.
    """
    globs = [g for glob in unread for g in bracex.expand(glob)]
    outside = [f":(top,exclude,glob){g}" for g in globs]
    entries = _read_patch(env, (*LIST, *PATCH, base, head, "--", ":/", *outside))
    if globs:
        inside = [f":(top,glob){g}" for g in globs]
        listed = _entries(run([*LIST, "--no-renames", base, head, "--", *inside], env))
        entries += (replace(entry, read=False) for entry in listed)
    return entries


def _read_patch(env: Mapping[str, str], arguments: Sequence[str]) -> list[Entry]:
    """Git lists the paths first and then a patch for each, in that order; only the patch's marks are kept.

    So a patch of any size takes little memory. A file past the size that git diffs is `binary`.
    """
    with pouring([*arguments], env) as pipe:
        raw, rest = _raw_part(pipe)
        entries = list(_entries(raw))
        pieces = iter([e for e in entries for _ in range(2 if e.status == "T" else 1)])
        entry = None
        for mark in _marks(pipe, rest):
            if mark[1]:
                entry = next(pieces, None)
            if entry is None:
                raise GitError("git lists more patches than changed paths.")
            _note(entry, mark)
    return entries


def _raw_part(pipe: IO[bytes]) -> tuple[bytes, bytes]:
    """The records, which end in two NULs, and what was read past them."""
    read = bytearray()
    while chunk := pipe.read(CHUNK):
        seen = max(len(read) - 1, 0)
        read += chunk
        if (end := read.find(b"\0\0", seen)) >= 0:
            return bytes(read[:end]), bytes(read[end + 2 :])
    return bytes(read), b""


def _entries(raw: bytes) -> Iterator[Entry]:
    fields = iter(raw.decode("utf-8", "surrogateescape").split("\0"))
    for about in fields:
        if about:
            old_mode, new_mode, old_id, new_id, status = about[1:].split()
            first = next(fields)
            second = next(fields) if status[0] in "RC" else first
            yield Entry(status[0], first, second, old_mode, new_mode, old_id, new_id)


def _marks(pipe: IO[bytes], read: bytes) -> Iterator[re.Match[bytes]]:
    """Lines of the patch that say where a file or a hunk begins; content lines always carry a prefix."""
    while True:
        end = read.rfind(b"\n") + 1
        yield from MARKS.finditer(read[:end])
        chunk = pipe.read(CHUNK)
        if not chunk:
            return
        read = read[end:] + chunk


def _note(entry: Entry, mark: re.Match[bytes]) -> None:
    if mark[2]:
        old_line, old_count, new_line, new_count = (int(mark[i] or 1) for i in (2, 3, 4, 5))
        entry.hunks.append(Hunk(old_line, old_count, new_line, new_count))
    elif mark[6]:
        entry.binary = True
