"""The true state of one pull request, as GitHub told it in one answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Account:
    """Who wrote or edited something. `login` is without the `[bot]` of REST."""

    login: str
    is_bot: bool = False


class Where(StrEnum):
    """Which of GitHub's three kinds of comment a text stands in."""

    CONVERSATION = "conversation"
    REVIEW = "review"
    INLINE = "inline"


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """A text in the thread. `ours` is by identity of the App, never by a marker.

    `edited_by_other` holds where anybody but its author changed it. `reacted` names the reactions that
    we already gave. An inline comment stands in the review thread whose node id is `thread` and which the
    comment numbered `thread_start` began.
    """

    id: int
    node: str
    where: Where
    author: Account | None
    body: str
    created_at: str
    url: str
    ours: bool = False
    edited_by_other: bool = False
    minimized: bool = False
    reacted: frozenset[str] = frozenset()
    thread: str | None = None
    thread_start: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """A review thread with its comments, oldest first. `line` is None once it is outdated."""

    node: str
    path: str
    line: int | None
    original_line: int | None
    resolved: bool
    resolved_by: str | None
    outdated: bool
    comments: tuple[Comment, ...]

    @property
    def ours(self) -> bool:
        """Whether we opened it."""
        return bool(self.comments) and self.comments[0].ours

    @property
    def answered(self) -> bool:
        """Whether anybody else wrote in it."""
        return any(not c.ours for c in self.comments)


@dataclass(frozen=True, slots=True)
class Note:
    """An annotation that a check run has."""

    path: str
    line: int
    title: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Our check run on a commit. `more_notes` says that it has more annotations than were read."""

    id: int
    head_sha: str
    status: str
    conclusion: str | None
    title: str
    summary: str
    text: str
    external_id: str
    notes: tuple[Note, ...] = ()
    more_notes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pull:
    """A pull request as it is now. `runs` are our check runs on its head, newest first.

    `siblings` are the numbers of other open pull requests with the very same head, `left_behind` those with
    the head that this one had before, where that was asked.
    """

    number: int
    title: str
    body: str
    url: str
    author: Account | None
    open: bool
    draft: bool
    head_sha: str
    head_ref: str
    base_ref: str
    base_sha: str
    from_fork: bool
    labels: tuple[str, ...] = ()
    approved_by: tuple[str, ...] = ()
    comments: tuple[Comment, ...] = ()
    threads: tuple[Thread, ...] = ()
    runs: tuple[Run, ...] = ()
    siblings: tuple[int, ...] = ()
    left_behind: tuple[int, ...] = ()

    def all_comments(self) -> list[Comment]:
        """Every text of the thread, oldest first, whatever its kind."""
        inline = (c for t in self.threads for c in t.comments)
        return sorted([*self.comments, *inline], key=lambda c: (c.created_at, c.id))
