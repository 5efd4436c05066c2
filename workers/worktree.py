"""Uncommitted work as a commit of its own, kept in a borrowed repository; the real one is only read."""

from __future__ import annotations

import hashlib
import os
import stat
import subprocess
import tempfile
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from subprocess import DEVNULL, PIPE
from typing import IO

from workers.git import GitError, complaint, environment, pipe_of, run
from workers.repository import SUBMODULE, Listing, Repository

LARGEST_BYTES = 100_000_000
WORK, WITHOUT = "refs/heads/work", "refs/heads/without"
Edit = tuple[str, str, bytes | None]
WHO = "committer design-review <design-review> 0 +0000\ndata 0\n"


@contextmanager
def uncommitted(
    repository: Repository, head: str | None, also: Collection[str] = ()
) -> Iterator[tuple[Repository, str]]:
    """A repository that borrows the objects of the real one, and the commit in it that holds the work.

    The work is what is on disk, tracked and untracked, laid over the commit `head`; ignored files stay
    out unless `also` names them. Files are read as data: no link is followed and no filter run. Raises
    `GitError`.
    """
    if repository.work_tree is None:
        raise GitError(f"{repository.path} is a bare repository: there is no uncommitted work in it.")
    with tempfile.TemporaryDirectory(prefix="design-review-") as folder:
        _borrow(repository, Path(folder))
        with Repository(Path(folder)) as borrowed:
            before = repository.listing(head) if head else {}
            yield borrowed, _commit(borrowed, WORK, head, _edits(repository, before, also))


def lacking(borrowed: Repository, commit: str, paths: Iterable[str]) -> str:
    """A commit like the given one, without these paths."""
    return _commit(borrowed, WITHOUT, commit, ((path, "", None) for path in sorted(paths)))


def _borrow(repository: Repository, folder: Path) -> None:
    """An empty repository that finds its objects in another."""
    common = repository.common_dir
    (folder / "objects" / "info").mkdir(parents=True)
    (folder / "refs").mkdir()
    (folder / "HEAD").write_text(f"ref: {WORK}\n")
    (folder / "objects" / "info" / "alternates").write_text(f"{common / 'objects'}\n")
    if (common / "shallow").is_file():
        (folder / "shallow").write_bytes((common / "shallow").read_bytes())
    if repository.is_sha256:
        (folder / "config").write_text(
            "[core]\nrepositoryformatversion = 1\nbare = true\n[extensions]\nobjectformat = sha256\n"
        )


def _edits(repository: Repository, before: Listing, also: Collection[str]) -> Iterator[Edit]:
    """Path, mode and content of what differs from `before`; no content for what is gone."""
    root = repository.work_tree or Path()
    algorithm = "sha256" if repository.is_sha256 else "sha1"
    kept = {p for p, (mode, _) in before.items() if mode == SUBMODULE}
    for path in sorted({*_listed(repository, kept), *also} - kept):
        kept.add(path)
        found = _read(root, path)
        if found is None:
            if path in before:
                yield path, "", None
        elif not _is_same(*found, before.get(path), algorithm):
            yield path, *found
    yield from ((path, "", None) for path in sorted(before.keys() - kept))


def _listed(repository: Repository, kept: set[str]) -> list[str]:
    """Tracked and untracked paths. Those that a sparse checkout leaves out are added to `kept`."""
    env = {**environment(), "GIT_DIR": str(repository.git_dir), "GIT_WORK_TREE": str(repository.work_tree)}
    asked = ["ls-files", "-z", "-t", "--cached", "--others", "--exclude-standard"]
    said = run(asked, env, cwd=str(repository.work_tree)).decode("utf-8", "surrogateescape")
    records = [(r[0], r[2:]) for r in said.split("\0") if r]
    kept |= {path for tag, path in records if tag == "S"}
    return [path for tag, path in records if tag != "S" and not path.endswith("/")]


def _read(root: Path, path: str) -> tuple[str, bytes] | None:
    """Mode and content of a file, or a link's target; None where nothing of the kind is there."""
    where = root / path
    try:
        if not _is_inside(root, where.parent):
            return None
        about = where.lstat()
        if stat.S_ISLNK(about.st_mode):
            return "120000", os.fsencode(os.readlink(where))
        if not stat.S_ISREG(about.st_mode) or about.st_size > LARGEST_BYTES:
            return None
        descriptor = os.open(where, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:
            return ("100755" if about.st_mode & 0o100 else "100644"), file.read(LARGEST_BYTES)
    except (OSError, ValueError):
        return None


@cache
def _is_inside(root: Path, folder: Path) -> bool:
    """Whether no link leads out on the way to a folder."""
    return folder.resolve() == folder and folder.is_relative_to(root)


def _is_same(mode: str, content: bytes, entry: tuple[str, str] | None, algorithm: str) -> bool:
    """Whether a file is as the commit has it, also where a checkout turned its line ends."""
    ids = (_blob_id(c, algorithm) for c in (content, content.replace(b"\r\n", b"\n")))
    return entry is not None and any(entry == (mode, i) for i in ids)


def _blob_id(content: bytes, algorithm: str) -> str:
    return hashlib.new(algorithm, b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def _commit(borrowed: Repository, ref: str, parent: str | None, edits: Iterable[Edit]) -> str:
    """Writes a commit through one run of git, which reads everything as data; gives its object id."""
    with tempfile.TemporaryFile() as said:
        command = ["git", "fast-import", "--quiet", "--force"]
        process = subprocess.Popen(
            command, env=borrowed.environment, cwd="/", stdin=PIPE, stdout=DEVNULL, stderr=said
        )
        with suppress(BrokenPipeError), process, pipe_of(process.stdin) as stream:
            _write(stream, ref, parent, edits)
        if process.returncode:
            said.seek(0)
            raise GitError(complaint("fast-import", said.read(10_000)))
    return borrowed.commit(ref)


def _write(stream: IO[bytes], ref: str, parent: str | None, edits: Iterable[Edit]) -> None:
    stream.write(f"commit {ref}\n{WHO}{f'from {parent}' if parent else ''}\n".encode())
    for path, mode, content in edits:
        if content is None:
            stream.write(b"D %s\n" % _quoted(path))
        else:
            stream.write(b"M %s inline %s\ndata %d\n" % (mode.encode(), _quoted(path), len(content)))
            stream.write(content + b"\n")


def _quoted(path: str) -> bytes:
    raw = path.encode("utf-8", "surrogateescape")
    return b'"' + raw.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n") + b'"'
