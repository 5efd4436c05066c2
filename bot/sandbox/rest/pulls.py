"""Pull requests, their files and their commits."""

from flask import Response, jsonify, request

from bot.sandbox import pulls as changes
from bot.sandbox.errors import RefusedError, forbidden
from bot.sandbox.model import PullRequest
from bot.sandbox.rest.request import caller, fields, paginated, pull, repository, site
from bot.sandbox.shapes import commits, pulls
from bot.sandbox.site import timestamp

FILES, DIFF_FILES, DIFF_LINES = 3_000, 300, 20_000


def listing(owner: str, repo: str) -> Response:
    """Answer `GET /repos/O/R/pulls`: open ones, newest first, unless the query says otherwise."""
    of, asked = repository(owner, repo, "pull_requests:read"), request.args
    found = [one for one in of.pulls.values() if matches(one)]
    updated = asked.get("sort") == "updated"
    found.sort(key=lambda one: (timestamp(one.updated_at) if updated else "", one.number))
    if asked.get("direction", "asc" if "sort" in asked and asked["sort"] != "created" else "desc") == "desc":
        found.reverse()
    return paginated(found, lambda one: pulls.simple(site(), one))


def matches(one: PullRequest) -> bool:
    """Say whether a pull request is among those that the query asks for."""
    asked = request.args
    owner = one.head_repository.owner.login if one.head_repository else "unknown"
    return (
        asked.get("state", "open") in (one.state, "all")
        and asked.get("base", one.base_ref) == one.base_ref
        and asked.get("head", f"{owner}:{one.head_ref}") == f"{owner}:{one.head_ref}"
    )


def opened(owner: str, repo: str) -> tuple[Response, int]:
    """Answer `POST /repos/O/R/pulls`."""
    of, sent = repository(owner, repo, "pull_requests:write"), fields()
    one = changes.opened(
        site(),
        of,
        caller().account,
        title=str(sent.get("title") or ""),
        head=str(sent.get("head") or ""),
        base=str(sent.get("base") or ""),
        body=sent.get("body") or "",
        draft=bool(sent.get("draft")),
    )
    return jsonify(pulls.full(site(), one)), 201


def single(owner: str, repo: str, number: int) -> Response:
    """Answer `GET /repos/O/R/pulls/N`, as JSON or as a diff."""
    one = pull(owner, repo, number, "pull_requests:read")
    if "diff" in request.headers.get("Accept", ""):
        return Response(diff(one), mimetype="application/vnd.github.diff")
    return jsonify(pulls.full(site(), one))


def diff(one: PullRequest) -> bytes:
    """Return the pull request's diff; GitHub answers 406 for one of many files or lines."""
    git = one.repository.git
    text = git.run("diff", "-M", "--no-ext-diff", "--no-textconv", one.merge_base, one.head_sha)
    if text.count(b"\ndiff --git ") >= DIFF_FILES or text.count(b"\n") > DIFF_LINES:
        raise RefusedError(
            406, "Sorry, the diff exceeded the maximum number of files (300) or lines (20000)."
        )
    return text


def edited(owner: str, repo: str, number: int) -> Response:
    """Answer `PATCH /repos/O/R/pulls/N`: its author, or whoever may write, changes it."""
    one, sent = pull(owner, repo, number, "pull_requests:write"), fields()
    who = caller()
    if who.account is not one.author and not who.may(one.repository, "contents:write"):
        raise forbidden()
    changes.edited(
        site(), one, who.account, {key: sent[key] for key in ("title", "body", "base") if key in sent}
    )
    if sent.get("state") == "closed" and one.state == "open":
        changes.closed(site(), one, who.account)
    elif sent.get("state") == "open" and one.state == "closed":
        changes.reopened(site(), one, who.account)
    return jsonify(pulls.full(site(), one))


def files(owner: str, repo: str, number: int) -> Response:
    """Answer `GET /repos/O/R/pulls/N/files`: the first three thousand."""
    one = pull(owner, repo, number, "pull_requests:read")
    found = one.repository.git.diff(one.merge_base, one.head_sha)[:FILES]
    return paginated(found, lambda it: commits.file_change(site(), one.repository, one.head_sha, it))


def commits_of(owner: str, repo: str, number: int) -> Response:
    """Answer `GET /repos/O/R/pulls/N/commits`: the first 250."""
    one = pull(owner, repo, number, "pull_requests:read")
    found = one.repository.git.commits(one.base_sha, one.head_sha)
    return paginated(found, lambda it: commits.commit(site(), one.repository, it))


def issue(owner: str, repo: str, number: int) -> Response:
    """Answer `GET /repos/O/R/issues/N`: a pull request is an issue too."""
    return jsonify(pulls.issue(site(), pull(owner, repo, number, "issues:read", "pull_requests:read")))


ROUTES = [
    ("GET", "/repos/<owner>/<repo>/pulls", listing),
    ("POST", "/repos/<owner>/<repo>/pulls", opened),
    ("GET", "/repos/<owner>/<repo>/pulls/<int:number>", single),
    ("PATCH", "/repos/<owner>/<repo>/pulls/<int:number>", edited),
    ("GET", "/repos/<owner>/<repo>/pulls/<int:number>/files", files),
    ("GET", "/repos/<owner>/<repo>/pulls/<int:number>/commits", commits_of),
    ("GET", "/repos/<owner>/<repo>/issues/<int:number>", issue),
]
