"""Pull requests as GraphQL nodes."""

from typing import Any

from bot.sandbox import merge_queue
from bot.sandbox.graphql.connection import connection
from bot.sandbox.graphql.git_objects import PullRequestCommitNode, RefNode
from bot.sandbox.graphql.nodes import shows
from bot.sandbox.graphql.repository import state_of
from bot.sandbox.graphql.written import Written
from bot.sandbox.model import PullRequest
from bot.sandbox.shapes.pulls import page_of

CHANGES = {"added": "ADDED", "removed": "DELETED", "modified": "MODIFIED", "renamed": "RENAMED"}


@shows(PullRequest)
class PullRequestNode(Written):
    """A pull request: everything that a reader of its true state asks for."""

    typename = "PullRequest"
    locked = maintainer_can_modify = False
    mergeable = "MERGEABLE"

    @property
    def state(self) -> str:
        """Return OPEN, CLOSED or MERGED."""
        return state_of(self.of)

    @property
    def closed(self) -> bool:
        """Say whether it is closed or merged."""
        return bool(self.of.state == "closed")

    @property
    def merged(self) -> bool:
        """Say whether it was merged."""
        return self.of.merged_at is not None

    @property
    def is_draft(self) -> bool:
        """Say whether it is a draft."""
        return bool(self.of.draft)

    @property
    def is_cross_repository(self) -> bool:
        """Say whether it comes from a fork, also from one that was deleted."""
        return self.of.head_repository is not self.of.repository

    @property
    def is_in_merge_queue(self) -> bool:
        """Say whether the merge queue has it."""
        return merge_queue.group_of(self.of) is not None

    @property
    def url(self) -> str:
        """Return the page's address."""
        return page_of(self.context.site, self.of)

    permalink = url

    @property
    def base_ref_name(self) -> str:
        """Return the branch it aims at."""
        return str(self.of.base_ref)

    @property
    def base_ref_oid(self) -> str:
        """Return the commit of that branch."""
        return str(self.of.base_sha)

    @property
    def base_repository(self) -> Any:
        """Return the repository it aims at."""
        return self.of.repository

    @property
    def base_ref(self) -> Any:
        """Return the branch it aims at, None when it is gone."""
        sha = self.of.repository.git.refs().get(self.of.base_ref)
        return RefNode(self.context, self.of.repository, self.of.base_ref, sha) if sha else None

    @property
    def head_ref_name(self) -> str:
        """Return the branch it comes from."""
        return str(self.of.head_ref)

    @property
    def head_ref_oid(self) -> str:
        """Return its newest commit."""
        return str(self.of.head_sha)

    @property
    def head_ref(self) -> Any:
        """Return the branch it comes from, None when it is gone."""
        source = self.of.head_repository
        sha = source.git.refs().get(self.of.head_ref) if source else None
        return RefNode(self.context, source, self.of.head_ref, sha) if sha else None

    @property
    def head_repository_owner(self) -> Any:
        """Return who owns the repository it comes from."""
        return self.of.head_repository.owner if self.of.head_repository else None

    @property
    def _changes(self) -> Any:
        return self.of.repository.git.diff(self.of.merge_base, self.of.head_sha)

    @property
    def changed_files(self) -> int:
        """Return how many files it changes."""
        return len(self._changes)

    @property
    def additions(self) -> int:
        """Return how many lines it adds."""
        return sum(change.additions for change in self._changes)

    @property
    def deletions(self) -> int:
        """Return how many lines it removes."""
        return sum(change.deletions for change in self._changes)

    def files(self, **page: Any) -> Any:
        """Return the changed files."""
        shapes = [
            {
                "path": change.path,
                "additions": change.additions,
                "deletions": change.deletions,
                "changeType": CHANGES.get(change.status, "CHANGED"),
            }
            for change in self._changes
        ]
        return connection(shapes, "files", **page)

    def commits(self, **page: Any) -> Any:
        """Return its commits, oldest first."""
        found = self.of.repository.git.commits(self.of.base_sha, self.of.head_sha)
        nodes = [PullRequestCommitNode(self.context, (self.of, commit.sha)) for commit in found]
        return connection(nodes, "commits", **page)

    def comments(self, order_by: dict[str, str] | None = None, **page: Any) -> Any:
        """Return the conversation's comments, oldest first."""
        found = list(self.of.comments)
        if (order_by or {}).get("direction") == "DESC":
            found.sort(key=lambda one: one.updated_at, reverse=True)
        return connection(found, "comments", **page)

    def reviews(self, states: list[str] | None = None, author: str | None = None, **page: Any) -> Any:
        """Return the reviews that the viewer may see, oldest first."""
        viewer = self.context.viewer
        found = [one for one in self.of.reviews if one.state != "PENDING" or one.author is viewer]
        asked = [one for one in found if not states or one.state in states]
        return connection([one for one in asked if author in (None, one.author.login)], "reviews", **page)

    def review_threads(self, **page: Any) -> Any:
        """Return the inline threads, oldest first."""
        visible = [one for one in self.of.threads if one.comments[0].review.state != "PENDING"]
        return connection(visible, "reviewThreads", **page)

    def labels(self, order_by: dict[str, str] | None = None, **page: Any) -> Any:
        """Return the labels."""
        return connection(self.of.labels, "labels", **page)
