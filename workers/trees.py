"""Git as data: two commits, what lies between them, and their files; nothing is checked out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from checks.model import Place
from checks.snapshot import Snapshot, Source
from workers.blobs import BlobReader
from workers.changes import Entry, read_changes
from workers.git import GitError
from workers.repository import SUBMODULE, Listing, Repository

OBJECT_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")
LINK = "120000"
KINDS = {LINK: "link", SUBMODULE: "submodule"}
GREP = ("grep", "--full-name", "--no-column", "--no-color", "--no-recurse-submodules")
GREP_FOR = ("-n", "-I", "-z", "-w", "-o", "-F", "-f", "-")
LACKING = "unable to read"
HIT = re.compile(rb"([^\0]*)\0(\d+)\0([^\n]*)\n")


class GitTree:
    """One commit's files, listed once and read on demand."""

    def __init__(self, repository: Repository, commit: str, list_files: Callable[[], Listing]) -> None:
        self._repository = repository
        self._commit = commit
        self._list_files = list_files

    @cached_property
    def listing(self) -> Listing:
        """Path to mode and object id of everything in the tree."""
        return self._list_files()

    @property
    def _reader(self) -> BlobReader:
        return self._repository.reader

    def paths(self) -> Sequence[str]:
        return sorted(p for p, (mode, _) in self.listing.items() if mode not in KINDS)

    @cached_property
    def _folders(self) -> frozenset[str]:
        return frozenset(f for p in self.listing for f in _folders_of(p))

    def kind(self, path: str) -> str | None:
        entry = self.listing.get(path)
        if entry:
            return KINDS.get(entry[0], "file")
        return "folder" if path.rstrip("/") in self._folders else None

    def _blob(self, path: str) -> str | None:
        mode, name = self.listing.get(path, (LINK, ""))
        return None if mode in KINDS else name

    def size(self, path: str) -> int:
        name = self._blob(path)
        return self._reader.size(name) if name else 0

    def read(self, path: str) -> bytes | None:
        name = self._blob(path)
        return self._reader.read(name) if name else None

    def prefetch(self, paths: Iterable[str]) -> None:
        self._reader.soon(name for name in map(self._blob, paths) if name)

    def grep(self, words: Iterable[str], without: Sequence[str] = ()) -> Mapping[str, Place]:
        wanted = sorted({w for w in words if w and not re.search(r"[\n\0]", w)})
        if not wanted:
            return {}
        outside = [f":(exclude,top){folder.rstrip('/')}" for folder in without]
        asked = (*GREP, *GREP_FOR, self._commit, "--", ":/", *outside)
        feed = "\n".join(wanted).encode()
        try:
            said = self._search(asked, feed)
        except GitError:
            if self._repository.complete is None:
                raise
            self._repository.complete(self._commit)
            said = self._search(asked, feed)
        return _first_places(said, self._commit)

    def _search(self, asked: Sequence[str], feed: bytes) -> bytes:
        """What git found, if anything; `GitError` where a file could not be searched, being not here."""
        try:
            return self._repository.run(*asked, feed=feed)
        except GitError as error:
            if LACKING in str(error):
                raise
            return b""


def _folders_of(path: str) -> Iterator[str]:
    at = path.find("/")
    while at > 0:
        yield path[:at]
        at = path.find("/", at + 1)


def _first_places(said: bytes, commit: str) -> dict[str, Place]:
    found: dict[str, Place] = {}
    for hit in HIT.finditer(said):
        path = hit[1].decode("utf-8", "surrogateescape").removeprefix(commit + ":")
        found.setdefault(hit[3].decode("utf-8", "replace"), Place(path, int(hit[2])))
    return found


def after(listing: Listing, entries: Iterable[Entry]) -> Listing:
    """A listing as the changes leave it, which spares listing the head as well."""
    changed = dict(listing)
    for entry in entries:
        if entry.status in "DR":
            changed.pop(entry.old_path, None)
    for entry in entries:
        if entry.status != "D":
            changed[entry.new_path] = (entry.new_mode, entry.new_id)
    return changed


def source(repository: Repository, commit: str) -> Source:
    """The files of one commit, given by object id."""
    return Source(GitTree(repository, commit, lambda: repository.listing(commit)))


def snapshot(repository: Repository, base: str, head: str, unread: Sequence[str] = ()) -> Snapshot:
    """The change from the merge base of two commits, given by object id, to the second.

    `unread` are globs of vendored copies: their paths count, their contents are not looked at. Takes five
    runs of git: the merge base, the changes read and unread, the files at the base, and one reader for
    all contents. Raises `GitError`.
    """
    for name in (base, head):
        if not OBJECT_ID.match(name):
            raise GitError(f"{name!r} is not an object id.")
    start = repository.merge_base(base, head)
    return between(repository, source(repository, start), start, head, unread)


def between(
    repository: Repository, before: Source, base: str, head: str, unread: Sequence[str] = ()
) -> Snapshot:
    """The change from one commit, whose files are `before`, straight to another."""
    entries = read_changes(repository.environment, base, head, unread)
    behind = GitTree(repository, head, lambda: after(repository.listing(base), entries))
    repository.reader.soon(_contents(entries))
    changes = tuple(sorted((e.change for e in entries), key=lambda c: c.path))
    return Snapshot(before, Source(behind), changes, base_sha=base, head_sha=head)


def _contents(entries: Iterable[Entry]) -> Iterator[str]:
    """Object ids of changed files, which are fetched together; what is not text to git is left out."""
    for entry in entries:
        if entry.read and not entry.binary:
            if entry.status != "A" and entry.old_mode not in KINDS:
                yield entry.old_id
            if entry.status != "D" and entry.new_mode not in KINDS:
                yield entry.new_id
