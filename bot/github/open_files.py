"""What other open pull requests add: a new proposal asks, so that two do not take one number."""

from __future__ import annotations

from collections.abc import Iterator

from github import Github

from bot.github.errors import NotThere, told_apart
from bot.github.queries import query

MAX_PAGES = 20


def files_added(github: Github, repository: str, besides: int) -> Iterator[tuple[int, str]]:
    """Number and path for each file that an open pull request adds, the one numbered `besides` left out.

    Of a pull request with very many files the first sixty are looked at.
    """
    owner, _, name = repository.partition("/")
    after: str | None = None
    for _ in range(MAX_PAGES):
        asked = {"owner": owner, "name": name, "after": after}
        with told_apart():
            _, answer = github.requester.graphql_query(query("open_files"), asked)
        said = (answer.get("data") or {}).get("repository")
        if said is None:
            raise NotThere("There is no such repository.")
        for pull in said["pullRequests"]["nodes"]:
            if pull and pull["number"] != besides:
                files = (pull["files"] or {}).get("nodes") or ()
                yield from ((pull["number"], f["path"]) for f in files if f and f["changeType"] == "ADDED")
        after = said["pullRequests"]["pageInfo"]["endCursor"]
        if not said["pullRequests"]["pageInfo"]["hasNextPage"]:
            return
