"""Repositories, refs, commits and blobs as GraphQL nodes."""

from typing import Any

from bot.sandbox.errors import RefusedError
from bot.sandbox.graphql.connection import connection
from bot.sandbox.graphql.nodes import Context, Node, shows
from bot.sandbox.shapes.accounts import role
from bot.sandbox.state import Label, Repository

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


class GitNode(Node):
    """Something of a repository's git store, by its object name."""

    def __init__(self, context: Context, repository: Repository, oid: str) -> None:
        """Keep repository and object name."""
        super().__init__(context, None)
        self.repository, self.oid = repository, oid

    @property
    def id(self) -> str:
        """Return the global id."""
        return f"{self.typename[0]}_{self.repository.id}_{self.oid}"

    @property
    def abbreviated_oid(self) -> str:
        """Return the short object name."""
        return self.oid[:7]


class RefNode(GitNode):
    """A branch."""

    typename = "Ref"
    prefix = "refs/heads/"

    def __init__(self, context: Context, repository: Repository, name: str, oid: str) -> None:
        """Keep the branch's name and tip."""
        super().__init__(context, repository, oid)
        self.name = name

    @property
    def target(self) -> Any:
        """Return the commit that it names."""
        return CommitNode(self.context, self.repository, self.oid)


class BlobNode(GitNode):
    """A file's content."""

    typename = "Blob"
    is_truncated = False

    @property
    def _data(self) -> bytes:
        return self.repository.git.blob_by_sha(self.oid)

    @property
    def byte_size(self) -> int:
        """Return the size."""
        return len(self._data)

    @property
    def is_binary(self) -> bool:
        """Say whether it is no text."""
        return b"\0" in self._data

    @property
    def text(self) -> str | None:
        """Return the text, None for a binary."""
        return None if self.is_binary else self._data.decode(errors="replace")


class CommitNode(GitNode):
    """A commit, with the checks on it."""

    typename = "Commit"

    @property
    def _commit(self) -> Any:
        return self.repository.git.commit(self.oid)

    @property
    def url(self) -> str:
        """Return the page's address."""
        return f"{self.context.site.url}/{self.repository.full_name}/commit/{self.oid}"

    @property
    def message(self) -> str:
        """Return the whole message."""
        return str(self._commit.message)

    @property
    def message_headline(self) -> str:
        """Return the message's first line."""
        return self.message.partition("\n")[0]

    @property
    def message_body(self) -> str:
        """Return the message without its first line."""
        return self.message.partition("\n")[2].strip()

    @property
    def authored_date(self) -> str:
        """Return when it was written."""
        return str(self._commit.author[2])

    @property
    def committed_date(self) -> str:
        """Return when it was committed."""
        return str(self._commit.committer[2])

    def associated_pull_requests(self, **page: Any) -> Any:
        """Return the pull requests whose head it is."""
        found = [pull for pull in self.repository.pulls.values() if pull.head_sha == self.oid]
        return connection(found, "associatedPullRequests", **page)

    def check_suites(self, filter_by: dict[str, Any] | None = None, **page: Any) -> Any:
        """Return the check suites on it, of one App or with one check name where asked."""
        asked = filter_by or {}
        found = [
            suite
            for suite in self.repository.suites
            if suite.head_sha == self.oid
            and asked.get("appId") in (None, suite.app.id)
            and asked.get("checkName") in (None, *(run.name for run in suite.runs))
        ]
        return connection(found, "checkSuites", **page)


@shows(Label)
class LabelNode(Node):
    """A label."""

    typename = "Label"
    is_default = False
    created_at = None
