"""Turns the nodes of GitHub's GraphQL answers into the values of `state`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.github.state import Account, Comment, Note, Pull, Run, Thread, Where

Json = dict[str, Any]


def pull_of(said: Json, lists: dict[str, list[Json]], left_behind: tuple[int, ...] = ()) -> Pull:
    """A pull request, with its comments, reviews and threads from the lists that were read page by page."""
    reviews = lists["reviews"]
    return Pull(
        number=said["number"],
        title=said["title"],
        body=said["body"] or "",
        url=said["url"],
        author=_account(said["author"]),
        open=said["state"] == "OPEN",
        draft=said["isDraft"],
        head_sha=said["headRefOid"],
        head_ref=said["headRefName"],
        base_ref=said["baseRefName"],
        base_sha=_base_now(said),
        from_fork=said["isCrossRepository"],
        labels=tuple(n["name"] for n in (said["labels"] or {}).get("nodes") or ()),
        approved_by=_approved(reviews),
        comments=(
            *(_comment(c, Where.CONVERSATION) for c in lists["comments"]),
            *(_comment(r, Where.REVIEW) for r in reviews if r["body"]),
        ),
        threads=tuple(map(_thread, lists["threads"])),
        runs=tuple(sorted(_runs(said), key=lambda r: -r.id)),
        siblings=tuple(sorted(_siblings(said))),
        left_behind=left_behind,
    )


def _base_now(said: Json) -> str:
    """The base branch's tip: `baseRefOid` stays where the branch was when the head was last pushed."""
    target = (said["baseRef"] or {}).get("target") or {}
    return str(target.get("oid") or said["baseRefOid"])


def _account(said: Json | None) -> Account | None:
    return Account(said["login"].removesuffix("[bot]"), said["__typename"] == "Bot") if said else None


def _approved(reviews: list[Json]) -> tuple[str, ...]:
    """Logins whose last deciding review approves."""
    last: dict[str, str] = {}
    for review in reviews:
        if review["author"] and review["state"] in ("APPROVED", "CHANGES_REQUESTED", "DISMISSED"):
            last[review["author"]["login"]] = review["state"]
    return tuple(sorted(login for login, state in last.items() if state == "APPROVED"))


def _comment(said: Json, where: Where, thread: str | None = None, start: int | None = None) -> Comment:
    author, editor = _account(said["author"]), _account(said["editor"])
    return Comment(
        id=said["databaseId"],
        node=said["id"],
        where=where,
        author=author,
        body=said["body"] or "",
        created_at=said["createdAt"],
        url=said["url"],
        ours=said["viewerDidAuthor"],
        edited_by_other=editor is not None and editor != author,
        minimized=said["isMinimized"],
        reacted=frozenset(g["content"] for g in said["reactionGroups"] or () if g["viewerHasReacted"]),
        thread=thread,
        thread_start=start,
    )


def _thread(said: Json) -> Thread:
    nodes = [c for c in said["comments"]["nodes"] if c]
    comments = (_comment(c, Where.INLINE, said["id"], nodes[0]["databaseId"]) for c in nodes)
    return Thread(
        node=said["id"],
        path=said["path"],
        line=said["line"],
        original_line=said["originalLine"],
        resolved=said["isResolved"],
        resolved_by=said["resolvedBy"]["login"].removesuffix("[bot]") if said["resolvedBy"] else None,
        outdated=said["isOutdated"],
        comments=tuple(comments),
    )


def _siblings(said: Json) -> Iterator[int]:
    for commit in (n["commit"] for n in said["commits"]["nodes"] if n):
        yield from (n for n in open_at(commit, said["headRefOid"]) if n != said["number"])


def open_at(commit: Json | None, head_sha: str) -> Iterator[int]:
    """The numbers of the open pull requests whose head a commit is, of those that it is part of."""
    for pull in ((commit or {}).get("associatedPullRequests") or {}).get("nodes") or ():
        if pull["headRefOid"] == head_sha and pull["state"] == "OPEN":
            yield pull["number"]


def _runs(said: Json) -> Iterator[Run]:
    for commit in (n["commit"] for n in said["commits"]["nodes"] if n):
        for suite in (commit["checkSuites"] or {}).get("nodes") or ():
            for run in (suite["checkRuns"] or {}).get("nodes") or ():
                yield Run(
                    id=run["databaseId"],
                    head_sha=commit["oid"],
                    status=run["status"].casefold(),
                    conclusion=run["conclusion"].casefold() if run["conclusion"] else None,
                    title=run["title"] or "",
                    summary=run["summary"] or "",
                    text=run["text"] or "",
                    external_id=run["externalId"] or "",
                    notes=tuple(_notes(run["annotations"] or {})),
                    more_notes=bool((run["annotations"] or {"pageInfo": {}})["pageInfo"].get("hasNextPage")),
                )


def _notes(said: Json) -> Iterator[Note]:
    for one in filter(None, said.get("nodes") or ()):
        start = one["location"]["start"]["line"]
        yield Note(one["path"], start, one["title"] or "", one["message"])
