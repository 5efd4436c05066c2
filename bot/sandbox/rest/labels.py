"""Labels of a repository and of a pull request."""

from flask import Response, jsonify, request

from bot.sandbox import pulls as changes
from bot.sandbox.model import PullRequest
from bot.sandbox.rest.request import caller, fields, paginated, pull, repository, site
from bot.sandbox.shapes import repositories

READ, WRITE = ("issues:read", "pull_requests:read"), ("issues:write", "pull_requests:write")


def every(owner: str, repo: str) -> Response:
    """Answer `GET /repos/O/R/labels`."""
    of = repository(owner, repo, *READ)
    return paginated(of.labels, lambda one: repositories.label(site(), of, one))


def shapes(one: PullRequest) -> Response:
    """Answer with the pull request's labels."""
    return jsonify([repositories.label(site(), one.repository, label) for label in one.labels])


def listing(owner: str, repo: str, number: int) -> Response:
    """Answer `GET /repos/O/R/issues/N/labels`."""
    return shapes(pull(owner, repo, number, *READ))


def added(owner: str, repo: str, number: int) -> Response:
    """Answer `POST /repos/O/R/issues/N/labels`, which GitHub takes as an object or as a plain list."""
    one, sent = pull(owner, repo, number, *WRITE), request.get_json(force=True, silent=True)
    names = sent if isinstance(sent, list) else fields().get("labels") or []
    texts = [str(name["name"] if isinstance(name, dict) else name) for name in names]
    changes.labeled(site(), one, caller().account, texts)
    return shapes(one)


def removed(owner: str, repo: str, number: int, name: str) -> Response:
    """Answer `DELETE /repos/O/R/issues/N/labels/NAME`."""
    one = pull(owner, repo, number, *WRITE)
    changes.unlabeled(site(), one, caller().account, name)
    return shapes(one)


ROUTES = [
    ("GET", "/repos/<owner>/<repo>/labels", every),
    ("GET", "/repos/<owner>/<repo>/issues/<int:number>/labels", listing),
    ("POST", "/repos/<owner>/<repo>/issues/<int:number>/labels", added),
    ("DELETE", "/repos/<owner>/<repo>/issues/<int:number>/labels/<path:name>", removed),
]
