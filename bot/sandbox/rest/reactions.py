"""Reactions to comments and inline comments."""

from flask import Response, jsonify

from bot.sandbox import comments as changes
from bot.sandbox.errors import not_found
from bot.sandbox.model import Reaction, Remark
from bot.sandbox.rest import comments as conversation
from bot.sandbox.rest import review_comments
from bot.sandbox.rest.request import caller, empty, fields, paginated, site
from bot.sandbox.shapes import reactions


def listing(owner: str, repo: str, comment_id: int) -> Response:
    """Answer `GET /repos/O/R/issues/comments/ID/reactions`."""
    comment = conversation.find(owner, repo, comment_id, *conversation.READ)
    return paginated(comment.reactions, lambda one: reactions.reaction(site(), one))


def created(owner: str, repo: str, comment_id: int) -> tuple[Response, int]:
    """Answer `POST /repos/O/R/issues/comments/ID/reactions`."""
    return react(conversation.find(owner, repo, comment_id, *conversation.WRITE))


def created_inline(owner: str, repo: str, comment_id: int) -> tuple[Response, int]:
    """Answer `POST /repos/O/R/pulls/comments/ID/reactions`."""
    return react(review_comments.find(owner, repo, comment_id, "pull_requests:write"))


def react(remark: Remark) -> tuple[Response, int]:
    """Answer 201 for a new reaction, 200 for one that was there."""
    reaction, new = changes.reacted(site(), remark, caller().account, str(fields().get("content")))
    return jsonify(reactions.reaction(site(), reaction)), 201 if new else 200


def deleted(owner: str, repo: str, comment_id: int, reaction_id: int) -> Response:
    """Answer `DELETE /repos/O/R/issues/comments/ID/reactions/ID`."""
    comment = conversation.find(owner, repo, comment_id, *conversation.WRITE)
    reaction = site().state.node(Reaction, reaction_id)
    if reaction not in comment.reactions or reaction.author is not caller().account:
        raise not_found()
    changes.unreacted(site(), comment, reaction.author, reaction.content)
    return empty()


ROUTES = [
    ("GET", "/repos/<owner>/<repo>/issues/comments/<int:comment_id>/reactions", listing),
    ("POST", "/repos/<owner>/<repo>/issues/comments/<int:comment_id>/reactions", created),
    ("POST", "/repos/<owner>/<repo>/pulls/comments/<int:comment_id>/reactions", created_inline),
    ("DELETE", "/repos/<owner>/<repo>/issues/comments/<int:comment_id>/reactions/<int:reaction_id>", deleted),
]
