"""A local git repository of any shape: where its objects are, its commits, and its default branch."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from types import TracebackType

from workers.blobs import BlobReader
from workers.git import GitError, reading, run

DEFAULT_BRANCHES = (
    "refs/remotes/origin/HEAD",
    "refs/remotes/upstream/HEAD",
    "refs/remotes/origin/main",
    "refs/remotes/origin/master",
    "refs/heads/main",
    "refs/heads/master",
    "refs/heads/trunk",
)
SUBMODULE = "160000"
Listing = Mapping[str, tuple[str, str]]


class Repository:
    """A local git repository, bare or not, whose objects are read and whose files are not.

    Raises `GitError` where `path` is none. Use it as a context: leaving it ends its reader. `complete`, where
    a copy lacks contents, brings all that a commit holds.
    """

    complete: Callable[[str], None] | None = None

    def __init__(self, path: Path) -> None:
        self.path = path
        self.git_dir, self.work_tree = _find(path)
        self.environment = reading(str(self.git_dir))
        self._listings: dict[str, Listing] = {}

    def __enter__(self) -> Repository:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if "reader" in self.__dict__:
            self.reader.close()

    @cached_property
    def reader(self) -> BlobReader:
        """The one process that objects are read through."""
        return BlobReader(self.environment)

    @cached_property
    def common_dir(self) -> Path:
        """Where objects and branches are; a linked work tree shares those of its main repository."""
        pointer = self.git_dir / "commondir"
        return (self.git_dir / pointer.read_text().strip()).resolve() if pointer.is_file() else self.git_dir

    @cached_property
    def is_sha256(self) -> bool:
        """Whether objects are named by SHA-256."""
        return self.run("rev-parse", "--show-object-format").strip() == b"sha256"

    def run(self, *arguments: str, feed: bytes | None = None) -> bytes:
        """Standard output of a git command on the objects, or `GitError`."""
        return run(list(arguments), self.environment, feed=feed)

    def commit(self, revision: str) -> str:
        """The object id of a commit that the user names, or `GitError`."""
        found = None if revision.startswith("-") else self.reader.resolve([f"{revision}^{{commit}}"])[0]
        if found is None and revision == "HEAD":
            raise GitError(f"{self.path} has no commit yet: HEAD points at a branch without one.")
        if found is None:
            raise GitError(f"{revision!r} is not a commit of {self.path}.")
        return found

    def default_branch(self) -> str:
        """The object id at the tip of the default branch, or `GitError` where no usual name exists."""
        pointed_at = ("HEAD",) if self.work_tree is None else ()  # a bare copy's HEAD is its default branch
        names = [f"{name}^{{commit}}" for name in (*pointed_at, *DEFAULT_BRANCHES)]
        found = next((f for f in self.reader.resolve(names) if f), None)
        if found is None:
            raise GitError(f"{self.path} has no branch named main or master; name one with --base.")
        return found

    def merge_base(self, one: str, other: str) -> str:
        """The best common ancestor of two object ids, or `GitError` where history does not reach it."""
        if one == other:
            return one
        try:
            return self.run("merge-base", one, other).decode().split()[0]
        except (GitError, IndexError) as error:
            raise GitError(
                f"{one[:12]} and {other[:12]} have no common ancestor in {self.path}{self._shallow_hint()}."
            ) from error

    def _shallow_hint(self) -> str:
        shallow = self.run("rev-parse", "--is-shallow-repository").strip() == b"true"
        return ": the clone is shallow, `git fetch --unshallow` brings the rest" if shallow else ""

    def listing(self, commit: str) -> Listing:
        """Path to mode and object id of everything that a commit holds, asked for once."""
        if commit not in self._listings:
            said = self.run("ls-tree", "-r", "-z", commit).decode("utf-8", "surrogateescape")
            records = (r.partition("\t") for r in said.split("\0") if r)
            self._listings[commit] = {path: (a[:6], a.rsplit(" ", 1)[1]) for a, _, path in records}
        return self._listings[commit]

    def remotes(self) -> list[str]:
        """Addresses of the remotes, as configured."""
        try:
            said = self.run("config", "--local", "--null", "--get-regexp", r"^remote\..*\.url$")
        except GitError:
            return []
        return [r.partition("\n")[2] for r in said.decode("utf-8", "replace").split("\0") if r]


def _find(path: Path) -> tuple[Path, Path | None]:
    """The git directory and the work tree that `path` is in; the work tree is None for a bare repository."""
    try:
        start = path.resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise GitError(f"{str(path)!r} does not exist.") from error
    for folder in (start, *start.parents):
        if _is_git_dir(folder):
            return (folder, folder.parent) if folder.name == ".git" else (folder, None)
        linked = _linked(folder / ".git")
        if linked:
            return linked, folder
    raise GitError(f"{str(path)!r} is not in a git repository.")


def _linked(entry: Path) -> Path | None:
    """Where `.git` leads: itself, or where the file of a work tree or submodule points."""
    if entry.is_file():
        found = re.match(r"gitdir: (.+)", entry.read_text("utf-8", "surrogateescape")[:4096])
        entry = (entry.parent / found[1].rstrip("\r\n")) if found else entry
    entry = entry.resolve()
    return entry if _is_git_dir(entry) else None


def _is_git_dir(folder: Path) -> bool:
    """Git's own test: a HEAD, and objects and refs here or, for a linked work tree, in the common folder."""
    try:
        if not (folder / "HEAD").is_file():
            return False
        return (folder / "commondir").is_file() or all((folder / n).is_dir() for n in ("objects", "refs"))
    except OSError:
        return False
