"""Check suites and check runs as GraphQL nodes."""

from typing import Any

from bot.sandbox.graphql.connection import connection
from bot.sandbox.graphql.git_objects import CommitNode
from bot.sandbox.graphql.nodes import Node, shows
from bot.sandbox.model import CheckRun, CheckSuite
from bot.sandbox.shapes.checks import pulls_of, verdict


@shows(CheckSuite)
class CheckSuiteNode(Node):
    """All runs of one App on one commit."""

    typename = "CheckSuite"

    @property
    def status(self) -> str:
        """Return the state in GraphQL's words."""
        return verdict(self.of)[0].upper()

    @property
    def conclusion(self) -> str | None:
        """Return the verdict in GraphQL's words."""
        conclusion = verdict(self.of)[1]
        return conclusion.upper() if conclusion else None

    @property
    def commit(self) -> Any:
        """Return the checked commit."""
        return CommitNode(self.context, self.of.repository, self.of.head_sha)

    @property
    def resource_path(self) -> str:
        """Return its path."""
        return f"/{self.of.repository.full_name}/commit/{self.of.head_sha}/checks"

    @property
    def url(self) -> str:
        """Return its address."""
        return self.context.site.url + self.resource_path

    def matching_pull_requests(self, **page: Any) -> Any:
        """Return the open pull requests at its commit."""
        page = {key: page[key] for key in ("first", "last", "after", "before") if key in page}
        return connection(pulls_of(self.of), "matchingPullRequests", **page)

    def check_runs(self, filter_by: dict[str, Any] | None = None, **page: Any) -> Any:
        """Return its runs, the latest of each name unless `checkType: ALL` is asked, newest first."""
        asked, runs = filter_by or {}, list(self.of.runs)
        if asked.get("checkType") != "ALL":
            runs = list({run.name: run for run in runs}.values())
        found = [run for run in reversed(runs) if self._wanted(run, asked)]
        return connection(found, "checkRuns", **page)

    @staticmethod
    def _wanted(run: CheckRun, asked: dict[str, Any]) -> bool:
        statuses = asked.get("statuses") or ([asked["status"]] if asked.get("status") else None)
        return (
            asked.get("checkName") in (None, run.name)
            and asked.get("appId") in (None, run.suite.app.id)
            and (not statuses or run.status.upper() in statuses)
            and (not asked.get("conclusions") or (run.conclusion or "").upper() in asked["conclusions"])
        )


@shows(CheckRun)
class CheckRunNode(Node):
    """A check run."""

    typename = "CheckRun"

    @property
    def status(self) -> str:
        """Return the state in GraphQL's words."""
        return str(self.of.status).upper()

    @property
    def conclusion(self) -> str | None:
        """Return the verdict in GraphQL's words."""
        return self.of.conclusion.upper() if self.of.conclusion else None

    @property
    def check_suite(self) -> Any:
        """Return its suite."""
        return self.of.suite

    @property
    def repository(self) -> Any:
        """Return the repository."""
        return self.of.suite.repository

    @property
    def resource_path(self) -> str:
        """Return its path."""
        return f"/{self.of.suite.repository.full_name}/runs/{self.of.id}"

    @property
    def url(self) -> str:
        """Return its address."""
        return self.context.site.url + self.resource_path

    permalink = url

    @property
    def details_url(self) -> str:
        """Return where its App says more."""
        return self.of.details_url or self.url

    def annotations(self, **page: Any) -> Any:
        """Return its annotations."""
        nodes = [AnnotationNode(self.context, (self.of, one)) for one in self.of.annotations]
        return connection(nodes, "annotations", **page)


class AnnotationNode(Node):
    """One annotation of a check run."""

    typename = "CheckAnnotation"
    database_id = None  # type: ignore[assignment]

    def __getattr__(self, name: str) -> Any:
        """Return path, title, message and raw details as they were sent."""
        if name in ("path", "title", "message", "raw_details"):
            return self.of[1].get(name)
        raise AttributeError(name)

    @property
    def annotation_level(self) -> str:
        """Return the level in GraphQL's words."""
        return str(self.of[1]["annotation_level"]).upper()

    @property
    def location(self) -> dict[str, Any]:
        """Return from where to where it goes."""
        ends = ("start", "end")
        return {
            end: {"line": self.of[1][f"{end}_line"], "column": self.of[1].get(f"{end}_column")}
            for end in ends
        }

    @property
    def blob_url(self) -> str:
        """Return the address of the annotated file."""
        suite = self.of[0].suite
        page = f"{self.context.site.url}/{suite.repository.full_name}/blob/{suite.head_sha}"
        return f"{page}/{self.of[1]['path']}"
