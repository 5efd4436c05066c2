"""Finds pull requests by head, by base or all that are open, with what the sweep needs to know of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from github import Github

from bot.github.errors import NotThere, told_apart
from bot.github.queries import query

MAX_PAGES = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPull:
    """An open pull request and how far our check on its head is; `status` None where there is no run.

    `key` is the external id that the run has. Of several runs the one that is not completed counts, else
    the newest.
    """

    number: int
    head_sha: str
    base_ref: str
    status: str | None
    started_at: str | None
    key: str = ""


def open_pulls(
    github: Github, repository: str, app_id: int, check_name: str, base: str | None = None
) -> Iterator[OpenPull]:
    """Every open pull request of a repository, or those aimed at the branch `base`."""
    owner, _, name = repository.partition("/")
    asked: dict[str, Any] = {"owner": owner, "name": name, "base": base, "app": app_id, "check": check_name}
    after: str | None = None
    for _ in range(MAX_PAGES):
        with told_apart():
            _, answer = github.requester.graphql_query(query("open_pulls"), {**asked, "after": after})
        said = (answer.get("data") or {}).get("repository")
        if said is None:
            raise NotThere("There is no such repository.")
        page = said["pullRequests"]
        yield from (_open_pull(node) for node in page["nodes"] if node)
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            return


def _open_pull(said: dict[str, Any]) -> OpenPull:
    runs = list(_runs(said))
    newest = max(runs, key=lambda r: int(r["databaseId"]), default=None)
    run = next((r for r in runs if r["status"] != "COMPLETED"), newest)
    return OpenPull(
        number=said["number"],
        head_sha=said["headRefOid"],
        base_ref=said["baseRefName"],
        status=run["status"].casefold() if run else None,
        started_at=run["startedAt"] if run else None,
        key=(run["externalId"] or "") if run else "",
    )


def _runs(said: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for commit in (n["commit"] for n in said["commits"]["nodes"] if n):
        if commit["oid"] == said["headRefOid"]:
            for suite in (commit["checkSuites"] or {}).get("nodes") or ():
                yield from (suite["checkRuns"] or {}).get("nodes") or ()


def pulls_with_head(
    github: Github, repository: str, app_id: int, check_name: str, head_sha: str
) -> list[OpenPull]:
    """The open pull requests at `head_sha`. A fork's commit is on no branch here, so all are asked."""
    return [p for p in open_pulls(github, repository, app_id, check_name) if p.head_sha == head_sha]
