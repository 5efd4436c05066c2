"""Repositories and labels as GraphQL nodes."""

from typing import Any

from bot.sandbox.errors import RefusedError
from bot.sandbox.graphql.connection import connection
from bot.sandbox.graphql.git_objects import BlobNode, CommitNode, RefNode
from bot.sandbox.graphql.nodes import Node, shows
from bot.sandbox.model import Label, Repository
from bot.sandbox.shapes.accounts import role

PERMISSIONS = {"admin": "ADMIN", "maintain": "MAINTAIN", "write": "WRITE", "triage": "TRIAGE", "read": "READ"}


@shows(Repository)
class RepositoryNode(Node):
    """A repository."""

    typename = "Repository"
    description = None
    is_archived = is_disabled = False

    @property
    def name_with_owner(self) -> str:
        """Return owner and name."""
        return str(self.of.full_name)

    @property
    def url(self) -> str:
        """Return the page's address."""
        return f"{self.context.site.url}/{self.of.full_name}"

    @property
    def updated_at(self) -> Any:
        """Return when it last changed."""
        return self.of.created_at

    @property
    def is_fork(self) -> bool:
        """Say whether it is a fork."""
        return self.of.parent is not None

    @property
    def is_private(self) -> bool:
        """Say whether only some may see it."""
        return bool(self.of.private)

    @property
    def viewer_permission(self) -> str | None:
        """Return what a person who asks may do; an App has none of these roles."""
        if self.context.caller.installation:
            return None
        return PERMISSIONS.get(role(self.of, self.context.viewer))

    @property
    def default_branch_ref(self) -> Any:
        """Return the default branch."""
        return self.ref(f"refs/heads/{self.of.default_branch}")

    def ref(self, qualified_name: str) -> Any:
        """Return a branch, None when there is none."""
        name = qualified_name.removeprefix("refs/heads/")
        sha = self.of.git.refs().get(name)
        return RefNode(self.context, self.of, name, sha) if sha else None

    def object(self, expression: str | None = None, oid: str | None = None) -> Any:
        """Return a commit, or with `commit:path` a file."""
        revision, colon, path = (expression or oid or "").partition(":")
        sha = self.of.git.resolve(revision)
        if sha is None:
            return None
        if not colon:
            return CommitNode(self.context, self.of, sha)
        try:
            kind, blob = self.of.git.entry(sha, path)
        except RefusedError:
            return None
        return BlobNode(self.context, self.of, blob) if kind == "blob" else None

    def pull_request(self, number: int) -> Any:
        """Return a pull request by its number."""
        if number not in self.of.pulls:
            message = f"Could not resolve to a PullRequest with the number of {number}."
            raise RefusedError(404, message)
        return self.of.pulls[number]

    def pull_requests(self, states: list[str] | None = None, **page: Any) -> Any:
        """Return the pull requests in the asked states, on the asked branches."""
        base, head = page.pop("base_ref_name", None), page.pop("head_ref_name", None)
        names = page.pop("labels", None)
        found = [
            pull
            for pull in self.of.pulls.values()
            if state_of(pull) in (states or ("OPEN", "CLOSED", "MERGED"))
            and base in (None, pull.base_ref)
            and head in (None, pull.head_ref)
            and (not names or any(label.name in names for label in pull.labels))
        ]
        order = page.pop("order_by", None) or {}
        if order.get("direction") == "DESC":
            found.reverse()
        return connection(found, "pullRequests", **page)


def state_of(pull: Any) -> str:
    """Return a pull request's state in GraphQL's words."""
    return "MERGED" if pull.merged_at else str(pull.state).upper()


@shows(Label)
class LabelNode(Node):
    """A label."""

    typename = "Label"
    is_default = False
    created_at = None
