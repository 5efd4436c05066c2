"""Reads the true state of a pull request: one GraphQL query, and more only where a list has more pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from github import Github

from bot.github.errors import NotThere, told_apart
from bot.github.nodes import open_at, pull_of
from bot.github.queries import query
from bot.github.state import Pull

Json = dict[str, Any]
MAX_PAGES = 40
LISTS = {"comments": "moreComments", "reviews": "moreReviews", "threads": "moreThreads"}
FIELDS = {"comments": "comments", "reviews": "reviews", "threads": "reviewThreads"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which pull request to read, and whose check of which name; `left` is the head that it had before."""

    repository: str
    repository_id: int
    number: int
    app_id: int
    check_name: str
    left: str | None = None

    def variables(self) -> Json:
        """What the query takes."""
        owner, _, name = self.repository.partition("/")
        asked: Json = {"owner": owner, "name": name, "number": self.number}
        asked |= {"app": self.app_id, "check": self.check_name}
        return asked | {"left": self.left, "moved": self.left is not None}


def read_pull(github: Github, of: Asked) -> tuple[str, Pull]:
    """The repository's present `owner/name`, and the pull request as it is now."""
    asked = of.variables()
    lists: dict[str, list[Json]] = {kind: [] for kind in LISTS}
    cursors: Json = dict.fromkeys(LISTS)
    unread = set(LISTS)
    for _ in range(MAX_PAGES):
        more = {flag: kind in unread for kind, flag in LISTS.items()}
        said = _ask(github, {**asked, **more, **cursors})
        if said["databaseId"] != of.repository_id:
            raise NotThere(f"Another repository is called {of.repository} now.")
        for kind in sorted(unread):
            page = said["pullRequest"][FIELDS[kind]]
            lists[kind] += [n for n in page["nodes"] if n]
            cursors[kind] = page["pageInfo"]["endCursor"]
            if not page["pageInfo"]["hasNextPage"]:
                unread.discard(kind)
        if not unread:
            break
    for thread in lists["threads"]:
        _read_on(github, thread)
    behind = open_at(said.get("left"), of.left or "")
    return said["nameWithOwner"], pull_of(said["pullRequest"], lists, tuple(behind))


def _read_on(github: Github, thread: Json) -> None:
    """Adds to a thread the comments beyond its first page."""
    page = thread["comments"]["pageInfo"]
    for _ in range(MAX_PAGES):
        if not page["hasNextPage"]:
            return
        with told_apart():
            _, answer = github.requester.graphql_query(
                query("thread"), {"id": thread["id"], "after": page["endCursor"]}
            )
        more = ((answer.get("data") or {}).get("node") or {}).get("comments")
        if not more:
            return
        thread["comments"]["nodes"] += more["nodes"]
        page = more["pageInfo"]


def _ask(github: Github, variables: Json) -> Json:
    with told_apart():
        _, answer = github.requester.graphql_query(query("pull"), variables)
    repository: Json | None = (answer.get("data") or {}).get("repository")
    if not repository or not repository.get("pullRequest"):
        raise NotThere("There is no such pull request.")
    return repository


def read_head(github: Github, repository: str, number: int) -> str | None:
    """The head of an open pull request now, or None where it is closed."""
    owner, _, name = repository.partition("/")
    asked = {"owner": owner, "name": name, "number": number}
    with told_apart():
        _, answer = github.requester.graphql_query(query("head"), asked)
    said = ((answer.get("data") or {}).get("repository") or {}).get("pullRequest") or {}
    return said.get("headRefOid") if said.get("state") == "OPEN" else None
