"""Reviews of a pull request."""

from flask import Response, jsonify

from bot.sandbox import reviews as changes
from bot.sandbox.comments import forget
from bot.sandbox.errors import not_found, unprocessable
from bot.sandbox.model import PullRequest, Review
from bot.sandbox.rest.comments import own
from bot.sandbox.rest.request import caller, fields, paginated, pull, site
from bot.sandbox.shapes import reviews

READ, WRITE = "pull_requests:read", "pull_requests:write"


def find(on: PullRequest, review_id: int) -> Review:
    """Return a review of the pull request, or raise a 404."""
    review = site().state.node(Review, review_id)
    if review.pull is not on:
        raise not_found()
    return review


def visible(review: Review) -> bool:
    """Say whether the caller sees a review: a pending one is its author's alone."""
    return review.state != "PENDING" or review.author is caller().account


def listing(owner: str, repo: str, number: int) -> Response:
    """Answer `GET /repos/O/R/pulls/N/reviews`, oldest first."""
    found = [one for one in pull(owner, repo, number, READ).reviews if visible(one)]
    return paginated(found, lambda one: reviews.review(site(), one))


def created(owner: str, repo: str, number: int) -> Response:
    """Answer `POST /repos/O/R/pulls/N/reviews`: all of it, or nothing and a 422."""
    review = changes.reviewed(site(), pull(owner, repo, number, WRITE), caller().account, fields())
    return jsonify(reviews.review(site(), review))


def single(owner: str, repo: str, number: int, review_id: int) -> Response:
    """Answer `GET /repos/O/R/pulls/N/reviews/ID`."""
    return jsonify(reviews.review(site(), find(pull(owner, repo, number, READ), review_id)))


def edited(owner: str, repo: str, number: int, review_id: int) -> Response:
    """Answer `PUT /repos/O/R/pulls/N/reviews/ID`."""
    review = find(pull(owner, repo, number, WRITE), review_id)
    own(review)
    changes.review_edited(site(), review, caller().account, str(fields().get("body") or ""))
    return jsonify(reviews.review(site(), review))


def deleted(owner: str, repo: str, number: int, review_id: int) -> Response:
    """Answer `DELETE /repos/O/R/pulls/N/reviews/ID`, which only a pending review allows."""
    review = find(pull(owner, repo, number, WRITE), review_id)
    if review.state != "PENDING":
        raise unprocessable("Can not delete a non-pending pull request review")
    shape = reviews.review(site(), review)
    review.pull.reviews.remove(review)
    forget(site(), review)
    return jsonify(shape)


def comments(owner: str, repo: str, number: int, review_id: int) -> Response:
    """Answer `GET /repos/O/R/pulls/N/reviews/ID/comments`."""
    review = find(pull(owner, repo, number, READ), review_id)
    return paginated(review.comments, lambda one: reviews.legacy_comment(site(), one))


def submitted(owner: str, repo: str, number: int, review_id: int) -> Response:
    """Answer `POST /repos/O/R/pulls/N/reviews/ID/events`."""
    review, sent = find(pull(owner, repo, number, WRITE), review_id), fields()
    own(review)
    changes.submitted(site(), review, str(sent.get("event")), sent.get("body"))
    return jsonify(reviews.review(site(), review))


def dismissed(owner: str, repo: str, number: int, review_id: int) -> Response:
    """Answer `PUT /repos/O/R/pulls/N/reviews/ID/dismissals`."""
    review = find(pull(owner, repo, number, WRITE), review_id)
    changes.dismissed(site(), review, caller().account)
    return jsonify(reviews.review(site(), review))


ONE = "/repos/<owner>/<repo>/pulls/<int:number>/reviews/<int:review_id>"
ROUTES = [
    ("GET", "/repos/<owner>/<repo>/pulls/<int:number>/reviews", listing),
    ("POST", "/repos/<owner>/<repo>/pulls/<int:number>/reviews", created),
    ("GET", ONE, single),
    ("PUT", ONE, edited),
    ("DELETE", ONE, deleted),
    ("GET", f"{ONE}/comments", comments),
    ("POST", f"{ONE}/events", submitted),
    ("PUT", f"{ONE}/dismissals", dismissed),
]
