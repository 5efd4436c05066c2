"""What a user asks about on the command line, opened: two commits or the work on disk, with its profile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from checks.snapshot import Snapshot
from checks.subject import Subject
from config.profile import Profile
from workers.git import GitError
from workers.profiles import named_profile, names_of, settled_change
from workers.repository import Repository
from workers.worktree import uncommitted

LARGEST_BODY = 1_000_000


class Asked(Struct, frozen=True, kw_only=True):
    """The options that name a change, as given."""

    repo: Path
    base: str | None
    head: str
    worktree: bool
    title: str
    body_file: Path | None
    profile: str | None


@contextmanager
def opened(asked: Asked) -> Iterator[tuple[Snapshot, Profile, Subject]]:
    """The change, the profile that holds for it, and what was said around it.

    Raises `GitError` and `ProfileFaults`.
    """
    subject = _subject(asked)
    chosen = named_profile(asked.profile) if asked.profile else None
    with Repository(asked.repo) as repository:
        if asked.worktree and asked.head != "HEAD":
            raise GitError("--worktree is about the files on disk, so that --head has no meaning beside it.")
        head = repository.commit(asked.head)
        base = repository.commit(asked.base) if asked.base else repository.default_branch()
        names = names_of(repository)
        if not asked.worktree:
            yield *settled_change(repository, base, head, names, chosen), subject
            return
        with uncommitted(repository, head) as (borrowed, work):
            yield *settled_change(borrowed, base, work, names, chosen), subject


def _subject(asked: Asked) -> Subject:
    if asked.body_file is None:
        return Subject(title=asked.title, posted=bool(asked.title))
    try:
        with asked.body_file.open("rb") as file:
            body = file.read(LARGEST_BODY).decode("utf-8", "replace")
    except OSError as error:
        raise GitError(f"{asked.body_file} cannot be read: {error.strerror}.") from error
    return Subject(title=asked.title, body=body, posted=True)
