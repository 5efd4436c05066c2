"""Objects of a repository, read through one git process however many there are."""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from subprocess import PIPE

from checks.snapshot import MAX_BYTES
from workers.git import TIMEOUT_SECONDS, GitError, complaint, pipe_of

BATCH_BYTES = 32_000_000  # held at one time before it is asked for
BATCH_REQUESTS = 500
ABSENT = -1


class BlobReader:
    """One `git cat-file --batch-command`: sizes, names and contents of objects, asked for in batches.

    Git queues what it is asked until `flush`, so asking never blocks; all answers are read before the
    next batch is asked for.
    """

    def __init__(self, env: Mapping[str, str]) -> None:
        command = ["git", "cat-file", "--batch-command", "--buffer"]
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process
        try:
            self._process = subprocess.Popen(
                command, env=env, cwd="/", stdin=PIPE, stdout=PIPE, stderr=self._said
            )
        except FileNotFoundError as error:
            raise GitError("git is not installed.") from error
        self._sizes: dict[str, int] = {}
        self._ready: dict[str, bytes] = {}
        self._soon: dict[str, None] = {}

    def resolve(self, names: Sequence[str]) -> list[str | None]:
        """The object ids that names such as `main^{commit}` stand for, None where there is none."""
        sane = [n for n in names if "\n" not in n]
        found = dict(zip(sane, self._about(sane), strict=True))
        return [about[0] if (about := found.get(n)) else None for n in names]

    def soon(self, ids: Iterable[str]) -> None:
        """Says what will be read, so that the first read fetches it all in one go."""
        self._soon |= dict.fromkeys(ids)

    def size(self, name: str) -> int:
        """Bytes of an object; 0 where the clone does not hold it."""
        if name not in self._sizes:
            self._measure([name, *self._soon] if name in self._soon else [name])
        return max(self._sizes[name], 0)

    def read(self, name: str) -> bytes | None:
        """The content of an object, or None where it is not here or larger than what is ever read.

        What was fetched is given once and not kept: a snapshot keeps the text it makes of it.
        """
        if name not in self._ready:
            self._fetch(name)
        return self._ready.pop(name, None)

    def _fetch(self, name: str) -> None:
        self._soon = {name: None} | self._soon
        self._measure(self._soon)
        batch: list[str] = []
        total = 0
        for each in tuple(self._soon):
            size = self._sizes[each]
            if batch and total + size > BATCH_BYTES:
                break
            del self._soon[each]
            if ABSENT < size <= MAX_BYTES:
                batch.append(each)
                total += size
        self._ready |= zip(batch, self._contents(batch), strict=True)

    def _measure(self, ids: Iterable[str]) -> None:
        wanted = [i for i in ids if i not in self._sizes]
        for name, about in zip(wanted, self._about(wanted), strict=True):
            self._sizes[name] = about[1] if about else ABSENT

    def _about(self, names: Sequence[str]) -> Iterator[tuple[str, int] | None]:
        for header in self._ask("info", names):
            yield (header[0], int(header[2])) if len(header) == 3 else None

    def _contents(self, ids: Sequence[str]) -> Iterator[bytes]:
        pipe = pipe_of(self._process.stdout)
        for header in self._ask("contents", ids):
            if len(header) != 3:
                raise GitError(f"git cannot read object {header[0]}.")
            yield pipe.read(int(header[2]))
            pipe.read(1)

    def _ask(self, verb: str, names: Sequence[str]) -> Iterator[list[str]]:
        """The header line of each answer; the caller reads what follows it before taking the next."""
        for first in range(0, len(names), BATCH_REQUESTS):
            batch = names[first : first + BATCH_REQUESTS]
            self._send("".join(f"{verb} {name}\n" for name in batch) + "flush\n")
            for name in batch:
                line = pipe_of(self._process.stdout).readline()
                if not line:
                    raise GitError(self._last_words(name))
                said = line.decode("utf-8", "surrogateescape").rsplit(" ", 2)
                yield said if said[-1].strip().isdigit() else [name]

    def _send(self, request: str) -> None:
        pipe = pipe_of(self._process.stdin)
        with contextlib.suppress(BrokenPipeError):  # the missing answer tells
            pipe.write(request.encode("utf-8", "surrogateescape"))
            pipe.flush()

    def _last_words(self, name: str) -> str:
        """Why git stopped, as it said itself."""
        self._process.wait(TIMEOUT_SECONDS)
        self._said.seek(0)
        said = self._said.read(10_000)
        unsaid = f"git stopped while it was reading {name}: the repository may be damaged."
        return complaint("cat-file", said) if said.strip() else unsaid

    def close(self) -> None:
        """Ends the process."""
        with contextlib.suppress(BrokenPipeError):
            pipe_of(self._process.stdin).close()
        pipe_of(self._process.stdout).close()
        self._said.close()
        try:
            self._process.wait(TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
