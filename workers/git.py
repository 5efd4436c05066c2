"""Git as a program: run without anybody's configuration, and starting nothing of a repository's choice."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from subprocess import PIPE
from typing import IO

TIMEOUT_SECONDS = 120
LACKING = re.compile(r"transport '.*' not allowed|unable to read|promisor")
REFETCH = "the clone lacks contents that are needed, `git fetch --refetch --no-filter` brings them"
LARGEST_DIFFED = 1_500_000  # bytes; git calls a larger file binary instead of diffing it
SETTINGS = {
    "core.bigFileThreshold": str(LARGEST_DIFFED),
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
    "safe.directory": "*",
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
        "GIT_GRAFT_FILE": os.path.join(os.devnull, "none"),
        "GIT_CONFIG_COUNT": str(len(settings)),
    }
    for number, (key, value) in enumerate(settings.items()):
        plain |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return plain


def reading(git_dir: str) -> dict[str, str]:
    """The environment to read one repository's objects: no work tree, no index, no network.

    Without a work tree git finds no `.gitattributes`, so that a checkout reads like a bare copy; without a
    protocol a partial clone cannot start the transport that its configuration names.
    """
    return environment() | {
        "GIT_DIR": git_dir,
        "GIT_WORK_TREE": os.devnull,
        "GIT_INDEX_FILE": os.path.join(git_dir, "no-index"),
        "GIT_ALLOW_PROTOCOL": "",
    }


def run(arguments: list[str], env: Mapping[str, str], cwd: str = "/", feed: bytes | None = None) -> bytes:
    """Standard output of a git command, or `GitError` with its first line of complaint."""
    try:
        done = subprocess.run(
            ["git", *arguments],
            env=env,
            cwd=cwd,
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
        raise GitError(complaint(arguments[0], done.stderr))
    return done.stdout


def complaint(command: str, stderr: bytes) -> str:
    """One sentence of what git said when it failed, and what to do where a partial clone lacks contents."""
    lines = stderr.decode("utf-8", "replace").strip().splitlines()
    said = [line for line in lines if not line.startswith(("hint: ", "warning: "))] or lines
    words = said[0].removeprefix("fatal: ") if said else "failed without a word"
    hint = f"; {REFETCH}" if LACKING.search(words) else ""
    return f"git {command}: {words}{hint}"


@contextmanager
def pouring(arguments: list[str], env: Mapping[str, str]) -> Iterator[IO[bytes]]:
    """Standard output of a git command as it comes; `GitError` on leaving where the command failed."""
    with tempfile.TemporaryFile() as said:
        try:
            process = subprocess.Popen(
                ["git", *arguments], env=env, cwd="/", stdin=subprocess.DEVNULL, stdout=PIPE, stderr=said
            )
        except FileNotFoundError as error:
            raise GitError("git is not installed.") from error
        with process:
            try:
                yield pipe_of(process.stdout)
            except BaseException:
                process.kill()
                raise
        if process.returncode:
            said.seek(0)
            raise GitError(complaint(arguments[0], said.read(10_000)))


def pipe_of(pipe: IO[bytes] | None) -> IO[bytes]:
    """The pipe of a process that was started with one."""
    if pipe is None:
        raise GitError("git was started without a pipe.")
    return pipe
