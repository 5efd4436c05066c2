"""Branches, commits and blobs as GraphQL nodes."""

from typing import Any

from bot.sandbox.graphql.connection import connection
from bot.sandbox.graphql.nodes import Context, Node
from bot.sandbox.model import Repository


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


class PullRequestCommitNode(Node):
    """A commit as part of a pull request."""

    typename = "PullRequestCommit"

    @property
    def id(self) -> str:
        """Return the global id."""
        return f"PURC_{self.of[0].id}_{self.of[1]}"

    @property
    def pull_request(self) -> Any:
        """Return the pull request."""
        return self.of[0]

    @property
    def commit(self) -> Any:
        """Return the commit."""
        return CommitNode(self.context, self.of[0].repository, self.of[1])

    @property
    def resource_path(self) -> str:
        """Return the path of its page."""
        pull, sha = self.of
        return f"/{pull.repository.full_name}/pull/{pull.number}/commits/{sha}"

    @property
    def url(self) -> str:
        """Return the address of its page."""
        return self.context.site.url + self.resource_path
