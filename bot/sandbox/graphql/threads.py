"""Inline threads and their comments as GraphQL nodes."""

from typing import Any

from bot.sandbox.graphql.connection import connection
from bot.sandbox.graphql.git_objects import CommitNode
from bot.sandbox.graphql.nodes import Node, shows
from bot.sandbox.graphql.people import ResolverNode
from bot.sandbox.graphql.written import Written
from bot.sandbox.model import ReviewComment, Thread


@shows(Thread)
class ThreadNode(Node):
    """An inline thread."""

    typename = "PullRequestReviewThread"
    viewer_can_reply = True

    @property
    def _may_resolve(self) -> bool:
        caller, pull = self.context.caller, self.of.pull
        own = caller.installation is None and caller.account is pull.author
        return own or caller.may(pull.repository, "contents:write")

    @property
    def is_resolved(self) -> bool:
        """Say whether it is resolved."""
        return self.of.resolved_by is not None

    @property
    def is_collapsed(self) -> bool:
        """Say whether the page folds it."""
        return self.is_resolved or self.is_outdated

    @property
    def is_outdated(self) -> bool:
        """Say whether its lines changed since."""
        return bool(self.of.outdated)

    @property
    def resolved_by(self) -> Any:
        """Return who resolved it."""
        who = self.of.resolved_by
        return ResolverNode(self.context, who) if who else None

    @property
    def viewer_can_resolve(self) -> bool:
        """Say whether the viewer may resolve it; an App needs `contents: write` for that."""
        return self._may_resolve and not self.is_resolved

    @property
    def viewer_can_unresolve(self) -> bool:
        """Say whether the viewer may open it again."""
        return self._may_resolve and self.is_resolved

    @property
    def subject_type(self) -> str:
        """Return LINE or FILE."""
        return str(self.of.subject)

    @property
    def diff_side(self) -> str:
        """Return the side of the diff it stands on."""
        return str(self.of.side)

    @property
    def start_diff_side(self) -> str | None:
        """Return the side on which it begins."""
        side: str | None = self.of.start_side
        return side

    @property
    def pull_request(self) -> Any:
        """Return the pull request."""
        return self.of.pull

    @property
    def repository(self) -> Any:
        """Return the repository."""
        return self.of.pull.repository

    def comments(self, **page: Any) -> Any:
        """Return its comments, oldest first."""
        page.pop("skip", None)
        return connection(self.of.comments, "comments", **page)


@shows(ReviewComment)
class ReviewCommentNode(Written):
    """A comment of an inline thread, which knows the thread's place."""

    typename = "PullRequestReviewComment"

    def __getattr__(self, name: str) -> Any:
        """Return what the comment shares with its thread."""
        if name in (
            "path",
            "diff_hunk",
            "line",
            "start_line",
            "original_line",
            "original_start_line",
            "outdated",
        ):
            return getattr(self.of.thread, name)
        raise AttributeError(name)

    @property
    def anchor(self) -> str:
        """Return where on the page it stands."""
        return f"#discussion_r{self.of.id}"

    @property
    def drafted_at(self) -> Any:
        """Return when it was written."""
        return self.of.created_at

    @property
    def state(self) -> str:
        """Return PENDING or SUBMITTED."""
        return "PENDING" if self.of.review.state == "PENDING" else "SUBMITTED"

    @property
    def subject_type(self) -> str:
        """Return LINE or FILE."""
        return str(self.of.thread.subject)

    @property
    def original_position(self) -> int:
        """Return its line in the diff it was written on."""
        return max(str(self.of.thread.diff_hunk).count("\n"), 1)

    @property
    def position(self) -> int | None:
        """Return its line in the diff, None when it is outdated."""
        return None if self.of.thread.outdated else self.original_position

    @property
    def pull_request_review(self) -> Any:
        """Return the review it came with."""
        return self.of.review

    @property
    def original_commit(self) -> Any:
        """Return the commit it was written on."""
        return CommitNode(self.context, self.repository, self.of.thread.original_commit)

    commit = original_commit
