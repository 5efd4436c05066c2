"""Inline comments of a pull request."""

from flask import Response, jsonify

from bot.sandbox import reviews as changes
from bot.sandbox.errors import invalid, not_found
from bot.sandbox.model import PullRequest, ReviewComment
from bot.sandbox.rest.comments import own
from bot.sandbox.rest.request import caller, empty, fields, paginated, pull, repository, since, site
from bot.sandbox.shapes import reviews
from bot.sandbox.site import timestamp

READ, WRITE = "pull_requests:read", "pull_requests:write"


def find(owner: str, repo: str, comment_id: int, *needs: str) -> ReviewComment:
    """Return an inline comment of the repository, or raise a 404."""
    of = repository(owner, repo, *needs)
    comment = site().state.node(ReviewComment, comment_id)
    if comment.pull.repository is not of:
        raise not_found()
    return comment


def every(on: PullRequest) -> list[ReviewComment]:
    """Return the inline comments of all submitted reviews, oldest first."""
    found = [comment for thread in on.threads for comment in thread.comments]
    return sorted((one for one in found if one.review.state != "PENDING"), key=lambda one: one.id)


def listing(owner: str, repo: str, number: int) -> Response:
    """Answer `GET /repos/O/R/pulls/N/comments`."""
    shown = since(every(pull(owner, repo, number, READ)), lambda one: timestamp(one.updated_at))
    return paginated(shown, lambda one: reviews.review_comment(site(), one))


def created(owner: str, repo: str, number: int) -> tuple[Response, int]:
    """Answer `POST /repos/O/R/pulls/N/comments`: a new thread, or an answer where `in_reply_to` is given."""
    on, sent = pull(owner, repo, number, WRITE), fields()
    if sent.get("in_reply_to"):
        return reply(on, int(sent["in_reply_to"]), sent.get("body"))
    if not sent.get("commit_id"):
        raise invalid("PullRequestReviewComment", "commit_id", "missing_field")
    comment = changes.commented(site(), on, caller().account, sent)
    return jsonify(reviews.review_comment(site(), comment)), 201


def reply(on: PullRequest, comment_id: int, body: str | None) -> tuple[Response, int]:
    """Answer in the thread of a comment of this pull request."""
    to = site().state.node(ReviewComment, comment_id)
    if to.pull is not on:
        raise not_found()
    comment = changes.replied(site(), to.thread, caller().account, body)
    return jsonify(reviews.review_comment(site(), comment)), 201


def replied(owner: str, repo: str, number: int, comment_id: int) -> tuple[Response, int]:
    """Answer `POST /repos/O/R/pulls/N/comments/ID/replies`."""
    on, to = pull(owner, repo, number, WRITE), site().state.node(ReviewComment, comment_id)
    if to.reply_to:
        raise invalid("PullRequestReviewComment", "in_reply_to", "custom", "replies to replies are refused")
    return reply(on, comment_id, fields().get("body"))


def single(owner: str, repo: str, comment_id: int) -> Response:
    """Answer `GET /repos/O/R/pulls/comments/ID`."""
    return jsonify(reviews.review_comment(site(), find(owner, repo, comment_id, READ)))


def edited(owner: str, repo: str, comment_id: int) -> Response:
    """Answer `PATCH /repos/O/R/pulls/comments/ID`."""
    comment = find(owner, repo, comment_id, WRITE)
    own(comment)
    changes.edited(site(), comment, caller().account, fields().get("body"))
    return jsonify(reviews.review_comment(site(), comment))


def deleted(owner: str, repo: str, comment_id: int) -> Response:
    """Answer `DELETE /repos/O/R/pulls/comments/ID`."""
    comment = find(owner, repo, comment_id, WRITE)
    own(comment)
    changes.deleted(site(), comment, caller().account)
    return empty()


ONE = "/repos/<owner>/<repo>/pulls/comments/<int:comment_id>"
ROUTES = [
    ("GET", "/repos/<owner>/<repo>/pulls/<int:number>/comments", listing),
    ("POST", "/repos/<owner>/<repo>/pulls/<int:number>/comments", created),
    ("POST", "/repos/<owner>/<repo>/pulls/<int:number>/comments/<int:comment_id>/replies", replied),
    ("GET", ONE, single),
    ("PATCH", ONE, edited),
    ("DELETE", ONE, deleted),
]
