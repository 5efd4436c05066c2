"""Comments in a pull request's conversation."""

from flask import Response, jsonify

from bot.sandbox import comments as changes
from bot.sandbox.errors import forbidden, not_found
from bot.sandbox.model import IssueComment, Remark
from bot.sandbox.rest.request import caller, empty, fields, paginated, pull, repository, since, site
from bot.sandbox.shapes import comments
from bot.sandbox.site import timestamp

READ, WRITE = ("issues:read", "pull_requests:read"), ("issues:write", "pull_requests:write")


def find(owner: str, repo: str, comment_id: int, *needs: str) -> IssueComment:
    """Return a comment of the repository, or raise a 404."""
    of = repository(owner, repo, *needs)
    comment = site().state.node(IssueComment, comment_id)
    if comment.pull.repository is not of:
        raise not_found()
    return comment


def own(remark: Remark) -> None:
    """Raise a 403 for a caller who neither wrote the remark nor may write to the repository."""
    if caller().account is not remark.author and not caller().may(remark.pull.repository, "contents:write"):
        raise forbidden()


def listing(owner: str, repo: str, number: int) -> Response:
    """Answer `GET /repos/O/R/issues/N/comments`, oldest first."""
    found = pull(owner, repo, number, *READ).comments
    shown = since(found, lambda one: timestamp(one.updated_at))
    return paginated(shown, lambda one: comments.comment(site(), one))


def created(owner: str, repo: str, number: int) -> tuple[Response, int]:
    """Answer `POST /repos/O/R/issues/N/comments`."""
    on = pull(owner, repo, number, *WRITE)
    comment = changes.commented(site(), on, caller().account, fields().get("body"))
    return jsonify(comments.comment(site(), comment)), 201


def single(owner: str, repo: str, comment_id: int) -> Response:
    """Answer `GET /repos/O/R/issues/comments/ID`."""
    return jsonify(comments.comment(site(), find(owner, repo, comment_id, *READ)))


def edited(owner: str, repo: str, comment_id: int) -> Response:
    """Answer `PATCH /repos/O/R/issues/comments/ID`."""
    comment = find(owner, repo, comment_id, *WRITE)
    own(comment)
    changes.edited(site(), comment, caller().account, fields().get("body"))
    return jsonify(comments.comment(site(), comment))


def deleted(owner: str, repo: str, comment_id: int) -> Response:
    """Answer `DELETE /repos/O/R/issues/comments/ID`."""
    comment = find(owner, repo, comment_id, *WRITE)
    own(comment)
    changes.deleted(site(), comment, caller().account)
    return empty()


ROUTES = [
    ("GET", "/repos/<owner>/<repo>/issues/<int:number>/comments", listing),
    ("POST", "/repos/<owner>/<repo>/issues/<int:number>/comments", created),
    ("GET", "/repos/<owner>/<repo>/issues/comments/<int:comment_id>", single),
    ("PATCH", "/repos/<owner>/<repo>/issues/comments/<int:comment_id>", edited),
    ("DELETE", "/repos/<owner>/<repo>/issues/comments/<int:comment_id>", deleted),
]
