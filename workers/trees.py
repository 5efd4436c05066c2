"""Git as data: two commits, what lies between them, and their files; nothing is checked out."""

from __future__ import annotations

import os
import re
import subprocess
import threading
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import IO

from checks.globs import matches
from checks.model import Place
from checks.snapshot import Change, Hunk, Snapshot, Source

TIMEOUT_SECONDS = 120
OBJECT_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")
HUNK = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
KINDS = {"120000": "link", "160000": "submodule"}
SETTINGS = {
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "core.pager": "cat",
    "core.quotePath": "false",
    "core.attributesFile": os.devnull,
    "credential.helper": "",
    "diff.external": "",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "protocol.allow": "never",
    "submodule.recurse": "false",
}


class GitError(Exception):
    """Git could not answer; the message is one sentence for a person."""


def environment(settings: Mapping[str, str] = SETTINGS) -> dict[str, str]:
    """What git may see: no user or system configuration, no prompt, no program of a repository's choosing."""
    plain = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": os.devnull,
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_CONFIG_COUNT": str(len(settings)),
    }
    for number, (key, value) in enumerate(settings.items()):
        plain |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return plain


class Repository:
    """A local git repository, bare or not, whose objects are read and whose files are not."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        if not self.path.exists():
            raise GitError(f"{path} does not exist.")
        settings = {**SETTINGS, "safe.directory": "*"}
        self.environment = environment(settings)
        self.folder = self._find()

    def _find(self) -> str:
        try:
            return self.run("rev-parse", "--absolute-git-dir").decode().strip()
        except GitError as error:
            raise GitError(f"{self.path} is not a git repository.") from error

    def run(self, *arguments: str, feed: bytes | None = None) -> bytes:
        """Standard output of a git command, or `GitError` with its first line of complaint."""
        try:
            done = subprocess.run(
                ["git", "-C", str(self.path), *arguments],
                env=self.environment,
                input=feed,
                stdin=subprocess.DEVNULL if feed is None else None,
                capture_output=True,
                timeout=TIMEOUT_SECONDS,
                check=False,
            )
        except FileNotFoundError as error:
            raise GitError("git is not installed.") from error
        except subprocess.TimeoutExpired as error:
            raise GitError(f"git {arguments[0]} took longer than {TIMEOUT_SECONDS} seconds.") from error
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise GitError(f"git {arguments[0]}: {said[0] if said else 'failed'}")
        return done.stdout

    def commit(self, revision: str) -> str:
        """The object id of a commit that the user names, or `GitError`."""
        if revision.startswith("-"):
            raise GitError(f"{revision!r} is not a commit.")
        try:
            name = self.run("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        except GitError as error:
            raise GitError(f"{revision!r} is not a commit of {self.path}.") from error
        return name.decode().strip()

    def merge_base(self, base: str, head: str) -> str:
        """The best common ancestor of two object ids, or `GitError` where history does not reach it."""
        try:
            return self.run("merge-base", base, head).decode().split()[0]
        except (GitError, IndexError) as error:
            shallow = self.run("rev-parse", "--is-shallow-repository").strip() == b"true"
            hint = "the clone is shallow; fetch more history (git fetch --unshallow)" if shallow else ""
            raise GitError(
                f"{base[:12]} and {head[:12]} have no merge base here" + (f": {hint}." if hint else ".")
            ) from error


class BlobReader:
    """One `git cat-file --batch-command` process for all reads of a repository."""

    def __init__(self, repository: Repository) -> None:
        self._process = subprocess.Popen(
            ["git", "-C", str(repository.path), "cat-file", "--batch-command", "--buffer"],
            env=repository.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._kept: dict[str, bytes] = {}

    def read(self, ids: Sequence[str]) -> list[bytes | None]:
        """Contents of blobs by object id, in order; asked for in one go, read back while git works."""
        missing = list(dict.fromkeys(i for i in ids if i not in self._kept))
        if missing:
            self._fill(missing)
        return [self._kept.get(i) for i in ids]

    def _fill(self, ids: Sequence[str]) -> None:
        request = "".join(f"contents {i}\n" for i in ids) + "flush\n"
        feeder = threading.Thread(target=self._feed, args=(request.encode(),), daemon=True)
        feeder.start()
        for name in ids:
            content = _read_object(_pipe(self._process.stdout))
            if content is not None:
                self._kept[name] = content
        feeder.join()

    def _feed(self, request: bytes) -> None:
        pipe = _pipe(self._process.stdin)
        pipe.write(request)
        pipe.flush()

    def close(self) -> None:
        """Ends the process."""
        _pipe(self._process.stdin).close()
        self._process.wait(timeout=TIMEOUT_SECONDS)
        _pipe(self._process.stdout).close()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise GitError("git cat-file has no pipe.")
    return pipe


def _read_object(pipe: IO[bytes]) -> bytes | None:
    header = pipe.readline().split()
    if len(header) != 3:
        return None
    content = pipe.read(int(header[2]))
    pipe.read(1)
    return content


class GitTree:
    """One commit's files, listed once and read on demand."""

    def __init__(self, repository: Repository, reader: BlobReader, commit: str) -> None:
        self.repository = repository
        self.reader = reader
        self.commit = commit

    @cached_property
    def _entries(self) -> dict[str, tuple[str, str, int]]:
        """Path to kind, object id and size of everything in the tree."""
        entries = {}
        for record in self.repository.run("ls-tree", "-r", "-z", "-l", self.commit).split(b"\0"):
            if record:
                about, _, raw = record.partition(b"\t")
                mode, _, name, size = about.decode().split()
                path = raw.decode("utf-8", "surrogateescape")
                entries[path] = (KINDS.get(mode, "file"), name, 0 if size == "-" else int(size))
        return entries

    def paths(self) -> Sequence[str]:
        return sorted(p for p, (kind, _, _) in self._entries.items() if kind == "file")

    @cached_property
    def _folders(self) -> frozenset[str]:
        return frozenset(f for p in self._entries for f in _folders_of(p))

    def kind(self, path: str) -> str | None:
        entry = self._entries.get(path)
        if entry:
            return entry[0]
        return "folder" if path.rstrip("/") in self._folders else None

    def size(self, path: str) -> int:
        entry = self._entries.get(path)
        return entry[2] if entry and entry[0] == "file" else 0

    def read(self, path: str) -> bytes | None:
        entry = self._entries.get(path)
        if entry is None or entry[0] != "file":
            return None
        return self.reader.read([entry[1]])[0]

    def prefetch(self, paths: Iterable[str]) -> None:
        known = (self._entries.get(p) for p in paths)
        self.reader.read([e[1] for e in known if e and e[0] == "file"])

    def grep(self, words: Iterable[str], without: Sequence[str] = ()) -> Mapping[str, Place]:
        wanted = sorted(set(words))
        if not wanted:
            return {}
        outside = [f":(exclude,top){folder.rstrip('/')}" for folder in without]
        arguments = [
            "grep",
            "--full-name",
            "-n",
            "-I",
            "-z",
            "-w",
            "-o",
            "-F",
            "-f",
            "-",
            self.commit,
            "--",
            ":/",
            *outside,
        ]
        try:
            out = self.repository.run(*arguments, feed="\n".join(wanted).encode())
        except GitError:
            return {}
        return _first_places(out, self.commit)


def _folders_of(path: str) -> Iterable[str]:
    at = path.find("/")
    while at > 0:
        yield path[:at]
        at = path.find("/", at + 1)


def _first_places(out: bytes, commit: str) -> dict[str, Place]:
    found: dict[str, Place] = {}
    for record in out.split(b"\n"):
        parts = record.split(b"\0", 2)
        if len(parts) == 3:
            path = parts[0].decode("utf-8", "surrogateescape").removeprefix(commit + ":")
            found.setdefault(parts[2].decode("utf-8", "replace"), Place(path, int(parts[1])))
    return found


def snapshot(repository: Repository, base: str, head: str, unread_hunks: Sequence[str] = ()) -> Snapshot:
    """The change from the merge base of two commits to the second. Both are object ids.

    `unread_hunks` are globs of paths whose changed lines are not worked out (vendored copies).
    """
    for name in (base, head):
        if not OBJECT_ID.match(name):
            raise GitError(f"{name!r} is not an object id.")
    start = repository.merge_base(base, head)
    reader = BlobReader(repository)
    changes = read_changes(repository, start, head, unread_hunks)
    return Snapshot(
        Source(GitTree(repository, reader, start)),
        Source(GitTree(repository, reader, head)),
        changes,
        base_sha=start,
        head_sha=head,
    )


DIFF = ("diff", "--no-ext-diff", "--no-textconv", "--no-color", "-M", "--no-abbrev")


def read_changes(
    repository: Repository, base: str, head: str, unread_hunks: Sequence[str] = ()
) -> tuple[Change, ...]:
    """Changed paths between two commits with their hunks, by path."""
    raw = repository.run(*DIFF, "--raw", "-z", base, head)
    changes = [c for c in _raw_changes(raw) if c is not None]
    wanted = [c for c in changes if not matches(c.path, unread_hunks)]
    hunks = _hunks(repository, base, head, wanted) if wanted else {}
    return tuple(
        Change(c.status, c.old_path, c.new_path, *hunks.get(c.path, ((), False)))
        for c in sorted(changes, key=lambda c: c.path)
    )


def _raw_changes(raw: bytes) -> Iterable[Change]:
    fields = iter(raw.split(b"\0"))
    for about in fields:
        if not about:
            continue
        status = about.decode().split()[4][0]
        first = next(fields).decode("utf-8", "surrogateescape")
        second = next(fields).decode("utf-8", "surrogateescape") if status in "RC" else first
        yield Change(status, None if status == "A" else first, None if status == "D" else second)


def _hunks(
    repository: Repository, base: str, head: str, changes: Sequence[Change]
) -> dict[str, tuple[tuple[Hunk, ...], bool]]:
    """Hunks and binariness by path. The patch lists files in the order of the raw diff of the same paths."""
    names = sorted({p for c in changes for p in (c.old_path, c.new_path) if p})
    specs = [f":(top,literal){n}" for n in names]
    if len(specs) > 2000:
        specs = []
    out = repository.run(*DIFF, "--raw", "-z", "-p", "-U0", base, head, "--", *specs)
    raw, _, patch = out.partition(b"\0\0")
    order = [c.path for c in _raw_changes(raw) for _ in range(2 if c.status == "T" else 1)]
    found: dict[str, tuple[tuple[Hunk, ...], bool]] = {}
    pieces = re.split(rb"^diff --git ", patch, flags=re.M)[1:]
    for path, piece in zip(order, pieces, strict=False):
        found[path] = (_piece_hunks(piece), b"\nBinary files " in piece[:4000])
    return found


def _piece_hunks(piece: bytes) -> tuple[Hunk, ...]:
    return tuple(
        Hunk(int(m[1]), int(m[2] or 1), int(m[3]), int(m[4] or 1))
        for m in re.finditer(rb"^" + HUNK.pattern, piece, re.M)
    )
