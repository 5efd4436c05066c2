"""Past changes of a repository: what went into a branch, and pull requests that did not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from workers.formats.terminal import harmless
from workers.git import GitError
from workers.repository import Repository

LOG = ("log", "-z", "--first-parent", "--format=%H%x1f%P%x1f%cs%x1f%B")
REFS = ("for-each-ref", "--format=%(refname)%1f%(objectname)%1f%(committerdate:short)%1f%(subject)")
MERGED = re.compile(r"Merge pull request #(?P<number>\d+)\b")
SQUASHED = re.compile(r"\(#(?P<number>\d+)\)\s*\Z")
PULL = re.compile(r"refs/pull/(?P<number>\d+)/head")
LONGEST = 100_000  # commits of a branch in which the number of a squashed pull request is looked for
FETCH = "git fetch origin '+refs/pull/*/head:refs/pull/*/head'"


class Past(Struct, frozen=True):
    """One change: from `base` to `head`, both object ids, of the day `at`.

    `number` is that of its pull request, None where its commit names none. A title is one harmless line.
    """

    base: str
    head: str
    title: str
    at: str
    number: int | None
    merged: bool

    @property
    def name(self) -> str:
        """What people call it: `#12`, or the commit."""
        return self.head[:12] if self.number is None else f"#{self.number}"


def merged(repository: Repository, tip: str, most: int) -> list[Past]:
    """The last changes that went into a branch, newest first: each commit against its first parent."""
    said = repository.run(*LOG, f"-{most}", tip, "--").decode("utf-8", "replace")
    return [past for record in said.split("\0") if record.strip() for past in _merged(record)]


def _merged(record: str) -> Iterator[Past]:
    head, parents, at, message = record.lstrip("\n").split("\x1f", 3)
    lines = [line.strip() for line in message.splitlines() if line.strip()] or [""]
    by_merge, by_squash = MERGED.match(lines[0]), SQUASHED.search(lines[0])
    title = lines[1] if by_merge and len(lines) > 1 else SQUASHED.sub("", lines[0]).strip()
    found = by_merge or by_squash
    if parents:  # the first commit of all changes nothing that was there
        yield Past(
            parents.split()[0], head, harmless(title), at, int(found["number"]) if found else None, True
        )


def proposed(repository: Repository, tip: str, most: int) -> list[Past]:
    """The last pull requests whose heads are here and did not go into the branch, newest first.

    Raises `GitError` where no heads of pull requests were fetched. A head without a common ancestor is
    left out. Titles are those of the last commit: those of pull requests are not in git.
    """
    said = repository.run(*REFS, f"--no-merged={tip}", "refs/pull/*/head").decode("utf-8", "replace")
    found = [record.split("\x1f", 3) for record in said.splitlines()]
    if not found and not repository.run("for-each-ref", "--count=1", "refs/pull/*/head"):
        raise GitError(f"{repository.path} holds no heads of pull requests; `{FETCH}` brings them.")
    landed = {past.number for past in merged(repository, tip, LONGEST)}
    heads = sorted(((_number(ref), head, at, title) for ref, head, at, title in found), reverse=True)
    pasts = (_proposed(repository, tip, *known) for known in heads if known[0] not in landed)
    return list(islice((past for past in pasts if past), most))


def _number(ref: str) -> int:
    found = PULL.fullmatch(ref)
    return int(found["number"]) if found else 0


def _proposed(repository: Repository, tip: str, number: int, head: str, at: str, title: str) -> Past | None:
    try:
        base = repository.merge_base(tip, head)
    except GitError:
        return None
    return Past(base, head, harmless(title), at, number, False)
