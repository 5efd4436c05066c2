"""The pages of the server and of a repository: lists, a new pull request, a file, the webhook's log."""

from collections.abc import Callable
from typing import Any

from flask import Response, abort, jsonify, redirect, request
from werkzeug.wrappers import Response as Redirect

from bot.sandbox.model import CheckRun, Repository
from bot.sandbox.page.frame import page, repository
from bot.sandbox.rest.request import sandbox, site

LARGEST_FILE = 2**20


def index() -> str:
    """Show the repositories and their pull requests."""
    return page("index.html", repositories=site().state.repositories)


def revision() -> Response:
    """Say how often anything has changed, so that an open page knows when to look again."""
    return jsonify({"revision": site().state.revision})


def deliveries() -> str:
    """Show the webhook's log, newest first."""
    return page("deliveries.html", log=list(sandbox().webhooks.log)[:-101:-1])


def repository_page(owner: str, name: str) -> str:
    """Show a repository's pull requests and how to push to it."""
    of = repository(owner, name)
    state = "closed" if request.args.get("state") == "closed" else "open"
    pulls = [one for one in reversed(of.pulls.values()) if one.state == state]
    counts = {one: sum(pull.state == one for pull in of.pulls.values()) for one in ("open", "closed")}
    return page(
        "repository.html",
        repo=of,
        pulls=pulls,
        state=state,
        counts=counts,
        origin=sandbox().mirrors.origin(of),
    )


def branches_of(of: Repository) -> list[str]:
    """Return the branches that a person may choose, the default branch first."""
    names = [name for name in of.git.refs() if not name.startswith("gh-readonly-queue/")]
    return sorted(names, key=lambda name: (name != of.default_branch, name))


def compare(owner: str, name: str) -> str:
    """Show the form for a new pull request."""
    of = repository(owner, name)
    origin = sandbox().mirrors.origin(of)
    hidden = [ref for ref in origin.refs("refs/pull/") if ref.endswith("/head")] if origin else []
    hidden.sort(key=lambda ref: -int(ref.partition("/")[0]) if ref.partition("/")[0].isdigit() else 0)
    given = {key: request.args.get(key, "") for key in ("head", "title", "body", "error")}
    return page("compare.html", repo=of, branches=branches_of(of), hidden=hidden[:2000], given=given)


def blob(owner: str, name: str, rest: str) -> str:
    """Show a file at a commit or branch, with a number on each line."""
    of = repository(owner, name)
    parts = rest.split("/")
    for length in range(1, len(parts)):
        revision, path = "/".join(parts[:length]), "/".join(parts[length:])
        sha = of.git.resolve(revision)
        if sha:
            break
    else:
        abort(404)
    data = of.git.blob(sha, path)
    text = None if b"\0" in data or len(data) > LARGEST_FILE else data.decode(errors="replace")
    return page(
        "blob.html",
        repo=of,
        path=path,
        at=revision,
        lines=(text or "").splitlines(),
        shown=text is not None,
    )


def commit(owner: str, name: str, sha: str) -> str:
    """Show a commit's message and files."""
    of = repository(owner, name)
    found = of.git.commit(sha)
    changes = of.git.diff(found.parents[0], sha) if found.parents else ()
    return page("commit.html", repo=of, commit=found, changes=changes)


def run(owner: str, name: str, run_id: int) -> Redirect:
    """Lead from a check run's address to the pull request that shows it."""
    of, found = repository(owner, name), site().state.node(CheckRun, run_id)
    for pull in of.pulls.values():
        if pull.head_sha == found.suite.head_sha:
            return redirect(f"/{of.full_name}/pull/{pull.number}/checks#run-{run_id}")
    return redirect(f"/{of.full_name}/commit/{found.suite.head_sha}")


PAGES: list[tuple[str, Callable[..., Any]]] = [
    ("/", index),
    ("/-/revision", revision),
    ("/-/deliveries", deliveries),
    ("/<owner>/<name>", repository_page),
    ("/<owner>/<name>/compare", compare),
    ("/<owner>/<name>/blob/<path:rest>", blob),
    ("/<owner>/<name>/commit/<sha>", commit),
    ("/<owner>/<name>/runs/<int:run_id>", run),
]
