"""A bare copy of a repository without its blobs; the token reaches no file and no argument."""

from __future__ import annotations

import base64
import fcntl
import os
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from subprocess import DEVNULL, PIPE
from urllib.parse import urlsplit

from git import Repo

from checks.globs import matches
from workers.git import SETTINGS, GitError, environment
from workers.repository import Repository
from workers.trees import OBJECT_ID

FETCH_SECONDS = 300
LARGEST_PACK = 2 << 30  # bytes; a fetch that brings more is cut off
MAX_PACKS = 150
MAX_PREFETCH = 30_000
CONFIG = "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"
BROKEN = ("not a git repository", "bad object", "corrupt", "unable to read", "missing blob", "bad tree")
TokenSource = Callable[[], str]


class Mirror:
    """One repository's copy. `token` is asked for at each fetch; `url` is where GitHub serves it."""

    def __init__(self, folder: Path, url: str, token: TokenSource) -> None:
        self.folder = folder
        self._url = url
        self._token = token

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Holds the copy for oneself: others that want it wait."""
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        with open(f"{self.folder}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def fetch(self, base_sha: str, head_sha: str, base_ref: str, head: str) -> Repository:
        """The copy with both commits and their history, made anew where it is broken or worn.

        `base_ref` and `head` name what to keep: the latest commit under each name. Raises `GitError` where
        GitHub does not give the commits.
        """
        for name in (base_sha, head_sha):
            if not OBJECT_ID.match(name):
                raise GitError(f"{name!r} is not an object id.")
        with self.locked():
            try:
                return self._fetch(base_sha, head_sha, base_ref, head)
            except GitError as error:
                if not any(word in str(error) for word in BROKEN):
                    raise
            shutil.rmtree(self.folder, ignore_errors=True)
            return self._fetch(base_sha, head_sha, base_ref, head)

    def _fetch(self, base_sha: str, head_sha: str, base_ref: str, head: str) -> Repository:
        repository = self._open()
        missing = [s for s in (base_sha, head_sha) if not _has(repository, s)]
        if missing:
            self._run_fetch(
                "--filter=blob:none",
                "origin",
                f"+{base_sha}:refs/design-review/base/{_ref_name(base_ref)}",
                f"+{head_sha}:refs/design-review/head/{_ref_name(head)}",
            )
        os.utime(self.folder)
        return repository

    def prefetch(self, commits: Sequence[str], without: Sequence[str]) -> None:
        """Fetches, in one request, the blobs of both trees that are not here, but those `without` matches."""
        with self.locked():
            repository = self._open()
            wanted = _blobs(repository, commits, without)
            lacking = _lacking(repository, wanted)[:MAX_PREFETCH]
            if lacking:
                self._run_fetch("--stdin", "origin", feed="\n".join(lacking) + "\n")

    def _open(self) -> Repository:
        if self.folder.exists() and len(list(self.folder.glob("objects/pack/*.pack"))) > MAX_PACKS:
            shutil.rmtree(self.folder)
        if not (self.folder / "HEAD").exists():
            shutil.rmtree(self.folder, ignore_errors=True)
            Repo.init(str(self.folder), mkdir=True, bare=True).close()
            shutil.rmtree(self.folder / "hooks", ignore_errors=True)
        self._forget_remote()
        return Repository(self.folder)

    def _forget_remote(self) -> None:
        """Writes the configuration anew: git notes a remote in it, and would fetch blobs one by one."""
        (self.folder / "config").write_text(CONFIG)

    def _run_fetch(self, *arguments: str, feed: str = "") -> None:
        command = ["git", "-C", str(self.folder), "fetch", "--no-tags", "--no-write-fetch-head"]
        command += ["--no-auto-maintenance", "--quiet", *arguments]
        try:
            status, said = limited(command, environment({**SETTINGS, **self._settings()}), feed.encode())
        finally:
            self._forget_remote()
        if status:
            raise GitError(f"git fetch: {said[-1] if said else 'failed'}")

    def _settings(self) -> dict[str, str]:
        """What only a fetch may know: the address, the token for that address alone, and its one protocol."""
        address = urlsplit(self._url)
        secret = base64.b64encode(f"x-access-token:{self._token()}".encode()).decode()
        return {
            "safe.directory": str(self.folder),
            "remote.origin.url": self._url,
            "remote.origin.promisor": "true",
            "remote.origin.partialCloneFilter": "blob:none",
            f"protocol.{address.scheme}.allow": "always" if address.scheme in ("http", "https") else "never",
            f"http.{address.scheme}://{address.netloc}/.extraHeader": f"Authorization: Basic {secret}",
            "http.followRedirects": "false",
            "http.lowSpeedLimit": "1000",
            "http.lowSpeedTime": "30",
            "fetch.negotiationAlgorithm": "noop" if self._is_empty() else "default",
            "fetch.fsckObjects": "true",
            "fetch.unpackLimit": "1",
            "transfer.credentialsInUrl": "die",
        }

    def _is_empty(self) -> bool:
        return not any(self.folder.glob("objects/pack/*.pack"))


def limited(
    command: Sequence[str],
    env: Mapping[str, str],
    feed: bytes,
    *,
    seconds: float = FETCH_SECONDS,
    largest: int = LARGEST_PACK,
) -> tuple[int, list[str]]:
    """Exit status and complaints of a command that may take only so long and write only so much to one file.

    Raises `GitError` where it is too slow; what it started ends with its pipes.
    """
    with subprocess.Popen([*command], env=env, stdin=PIPE, stdout=DEVNULL, stderr=PIPE) as process:
        with suppress(ProcessLookupError):
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (largest, largest))
        try:
            _, said = process.communicate(feed, timeout=seconds)
        except subprocess.TimeoutExpired as error:
            process.kill()
            raise GitError(f"git fetch took longer than {seconds:.0f} seconds.") from error
    return process.returncode, said.decode("utf-8", "replace").strip().splitlines()


def _ref_name(name: str) -> str:
    """A name that git takes, whatever the branch is called."""
    return sha256(name.encode()).hexdigest()[:16]


def _has(repository: Repository, commit: str) -> bool:
    try:
        repository.run("cat-file", "-e", f"{commit}^{{tree}}")
    except GitError:
        return False
    return True


def _blobs(repository: Repository, commits: Sequence[str], without: Sequence[str]) -> list[str]:
    found: dict[str, None] = {}
    for commit in commits:
        for record in repository.run("ls-tree", "-r", "-z", commit).split(b"\0"):
            about, _, raw = record.partition(b"\t")
            fields = about.decode().split()
            if len(fields) == 3 and fields[0] != "160000":
                path = raw.decode("utf-8", "surrogateescape")
                if not matches(path, without):
                    found.setdefault(fields[2])
    return list(found)


def _lacking(repository: Repository, ids: Sequence[str]) -> list[str]:
    out = repository.run(
        "cat-file", "--batch-check", "--buffer", feed="".join(f"{i}\n" for i in ids).encode()
    )
    return [line.split()[0].decode() for line in out.splitlines() if line.endswith(b" missing")]
