"""What GitHub would hold: accounts, repositories, pull requests, comments, reviews, threads and checks."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, ClassVar

from bot.sandbox.errors import not_found
from bot.sandbox.git_store import GitStore


def now() -> datetime:
    """Return the present time in whole seconds, as GitHub keeps it."""
    return datetime.now(UTC).replace(microsecond=0)


@dataclass(eq=False)
class Account:
    """A person, a bot or an organisation."""

    id: int
    login: str
    kind: str = "User"
    created_at: datetime = field(default_factory=now)


@dataclass(eq=False)
class Label:
    """A label of a repository."""

    id: int
    name: str
    color: str = "ededed"
    description: str = ""


@dataclass(eq=False)
class Reaction:
    """One account's reaction to a remark."""

    id: int
    author: Account
    content: str
    created_at: datetime = field(default_factory=now)


@dataclass(eq=False)
class Remark:
    """A text that somebody wrote and may edit: what comments, reviews and pull requests have in common."""

    prefix: ClassVar[str]
    id: int
    pull: "PullRequest"
    author: Account
    body: str
    created_at: datetime = field(default_factory=now, kw_only=True)
    updated_at: datetime = field(default_factory=now, kw_only=True)
    editor: Account | None = field(default=None, kw_only=True)
    edited_at: datetime | None = field(default=None, kw_only=True)
    minimized: str | None = field(default=None, kw_only=True)
    reactions: list[Reaction] = field(default_factory=list, kw_only=True)

    def edit(self, editor: Account, body: str) -> None:
        """Replace the text, and remember who did it."""
        self.body, self.editor, self.edited_at, self.updated_at = body, editor, now(), now()


class IssueComment(Remark):
    """A comment in a pull request's conversation."""

    prefix = "IC"


@dataclass(eq=False)
class Review(Remark):
    """A review: a verdict on a commit, with a text and inline comments."""

    prefix = "PRR"
    state: str = "COMMENTED"
    commit_id: str = ""
    submitted_at: datetime | None = field(default_factory=now)
    comments: "list[ReviewComment]" = field(default_factory=list)


@dataclass(eq=False)
class Thread:
    """An inline thread: where it was begun, where it stands now (None when outdated), and its comments."""

    prefix: ClassVar[str] = "PRRT"
    id: int
    pull: "PullRequest"
    path: str
    subject: str
    side: str
    start_side: str | None
    original_line: int | None
    original_start_line: int | None
    original_commit: str
    original_base: str
    diff_hunk: str
    line: int | None = None
    start_line: int | None = None
    outdated: bool = False
    resolved_by: Account | None = None
    comments: "list[ReviewComment]" = field(default_factory=list)


@dataclass(eq=False)
class ReviewComment(Remark):
    """One comment of an inline thread."""

    prefix = "PRRC"
    thread: Thread
    review: Review
    reply_to: "ReviewComment | None" = None


@dataclass(eq=False)
class App:
    """The GitHub App that the sandbox knows: its identity, key, permissions, and where its webhooks go."""

    id: int
    slug: str
    name: str
    owner: Account
    bot: Account
    public_key: str
    permissions: dict[str, str]
    events: list[str]
    created_at: datetime = field(default_factory=now)


@dataclass(eq=False)
class Installation:
    """The App on one account, which may be suspended."""

    id: int
    app: App
    account: Account
    created_at: datetime = field(default_factory=now)
    suspended_at: datetime | None = None


@dataclass(eq=False)
class CheckSuite:
    """All check runs of one app on one commit."""

    prefix: ClassVar[str] = "CS"
    id: int
    repository: "Repository"
    app: App
    head_sha: str
    head_branch: str | None
    created_at: datetime = field(default_factory=now)
    updated_at: datetime = field(default_factory=now)
    runs: "list[CheckRun]" = field(default_factory=list)


@dataclass(eq=False)
class CheckRun:
    """A check run and what its last updates said."""

    prefix: ClassVar[str] = "CR"
    id: int
    suite: CheckSuite
    name: str
    status: str = "queued"
    conclusion: str | None = None
    details_url: str | None = None
    external_id: str = ""
    started_at: datetime | None = None
    completed_at: datetime | None = None
    title: str | None = None
    summary: str | None = None
    text: str | None = None
    annotations: list[dict[str, Any]] = field(default_factory=list)
    actions: list[dict[str, str]] = field(default_factory=list)


@dataclass(eq=False)
class PullRequest:
    """A pull request; `head_repository` is None when its fork was deleted."""

    prefix: ClassVar[str] = "PR"
    id: int
    number: int
    repository: "Repository"
    head_repository: "Repository | None"
    author: Account
    title: str
    body: str
    base_ref: str
    base_sha: str
    head_ref: str
    head_sha: str
    draft: bool = False
    state: str = "open"
    created_at: datetime = field(default_factory=now)
    updated_at: datetime = field(default_factory=now)
    closed_at: datetime | None = None
    merged_at: datetime | None = None
    merged_by: Account | None = None
    merge_sha: str | None = None
    editor: Account | None = None
    edited_at: datetime | None = None
    labels: list[Label] = field(default_factory=list)
    comments: list[IssueComment] = field(default_factory=list)
    reviews: list[Review] = field(default_factory=list)
    threads: list[Thread] = field(default_factory=list)
    reactions: list[Reaction] = field(default_factory=list)

    @property
    def merge_base(self) -> str:
        """Return the commit that the pull request's diff is taken against."""
        return self.repository.git.merge_base(self.base_sha, self.head_sha) or self.base_sha


@dataclass(eq=False)
class Repository:
    """A repository: its git store, the roles people have in it, its pull requests and its checks."""

    prefix: ClassVar[str] = "R"
    id: int
    owner: Account
    name: str
    git: GitStore
    default_branch: str = "main"
    private: bool = False
    parent: "Repository | None" = None
    created_at: datetime = field(default_factory=now)
    former_names: set[str] = field(default_factory=set)
    roles: dict[str, str] = field(default_factory=dict)
    labels: list[Label] = field(default_factory=list)
    pulls: dict[int, PullRequest] = field(default_factory=dict)
    suites: list[CheckSuite] = field(default_factory=list)
    seen_refs: dict[str, str] = field(default_factory=dict)

    @property
    def full_name(self) -> str:
        """Return owner and name as GitHub writes them."""
        return f"{self.owner.login}/{self.name}"

    def pull(self, number: int) -> PullRequest:
        """Return a pull request by its number, or raise a 404."""
        if number not in self.pulls:
            raise not_found()
        return self.pulls[number]

    def label(self, name: str) -> Label | None:
        """Return a label by its name, which GitHub compares without case."""
        return next((label for label in self.labels if label.name.lower() == name.lower()), None)
