"""Reviews, inline comments and threads: a review is posted whole or not at all."""

from bot.sandbox import events
from bot.sandbox.anchors import Anchor, anchor, at_head, placed
from bot.sandbox.comments import BODY_LIMIT, forget, written
from bot.sandbox.errors import RefusedError, bounded, invalid, unprocessable
from bot.sandbox.model import (
    Account,
    PullRequest,
    Review,
    ReviewComment,
    Thread,
    now,
)
from bot.sandbox.site import Json, Site

STATES = {"APPROVE": "APPROVED", "REQUEST_CHANGES": "CHANGES_REQUESTED", "COMMENT": "COMMENTED"}


def reviewed(site: Site, pull: PullRequest, author: Account, fields: Json) -> Review:
    """Submit a review with all its comments, or post nothing at all and raise a 422."""
    event, comments = fields.get("event"), fields.get("comments") or []
    body = bounded("PullRequestReview", "body", fields.get("body") or "", BODY_LIMIT)
    at_head(pull, fields.get("commit_id"))
    refuse_event(pull, author, event, said=bool(body.strip()), comments=len(comments))
    shown = [placed_comment(pull, one) for one in comments]
    state = STATES[event] if event else "PENDING"
    review = Review(site.state.next_id(), pull, author, body, state, pull.head_sha)
    review.submitted_at = now() if event else None
    pull.reviews.append(site.state.keep(review))
    for at, text, hunk in shown:
        begin(site, review, at, text, hunk)
    if event:
        announce(site, review)
    return review


def refuse_event(pull: PullRequest, author: Account, event: str | None, *, said: bool, comments: int) -> None:
    """Raise the 422 for an event that does not exist, that is the author's own, or that says nothing."""
    if event and event not in STATES:
        raise invalid("PullRequestReview", "event")
    if author is pull.author and event in ("APPROVE", "REQUEST_CHANGES"):
        verb = "approve" if event == "APPROVE" else "request changes on"
        raise RefusedError(422, "Unprocessable Entity", [f"Can not {verb} your own pull request"])
    if not said and (event == "REQUEST_CHANGES" or (event == "COMMENT" and not comments)):
        raise RefusedError(422, "Unprocessable Entity", ["Review body is required"])


def placed_comment(pull: PullRequest, fields: Json) -> tuple[Anchor, str, str]:
    """Return place, text and hunk of one comment of a review, or raise the 422 for any that is wrong."""
    at, text = anchor(fields), written("PullRequestReviewComment", fields.get("body"))
    return at, text, placed(pull, at)


def announce(site: Site, review: Review) -> None:
    """Tell the webhooks of a submitted review and of each comment in it."""
    events.review(site, "submitted", review, review.author)
    for comment in review.comments:
        events.review_comment(site, "created", comment, review.author)


def submitted(site: Site, review: Review, event: str, body: str | None) -> None:
    """Submit a pending review."""
    if review.state != "PENDING" or event not in STATES:
        raise invalid("PullRequestReview", "event")
    review.body = body or review.body
    review.state, review.submitted_at = STATES[event], now()
    site.state.revision += 1
    announce(site, review)


def begin(site: Site, review: Review, at: Anchor, body: str, hunk: str) -> ReviewComment:
    """Begin a thread at a checked place."""
    pull = review.pull
    thread = Thread(
        site.state.next_id(),
        pull,
        at.path,
        at.subject,
        at.side,
        at.start_side,
        at.line,
        at.start_line,
        pull.head_sha,
        pull.merge_base,
        hunk,
        at.line,
        at.start_line,
    )
    pull.threads.append(site.state.keep(thread))
    return add(site, thread, review, body, None)


def add(
    site: Site, thread: Thread, review: Review, body: str, reply_to: ReviewComment | None
) -> ReviewComment:
    """Add a comment to a thread and to its review."""
    number = site.state.next_id()
    comment = ReviewComment(number, thread.pull, review.author, body, thread, review, reply_to)
    thread.comments.append(site.state.keep(comment))
    review.comments.append(comment)
    return comment


def commented(site: Site, pull: PullRequest, author: Account, fields: Json) -> ReviewComment:
    """Begin a thread by one comment of its own, which GitHub wraps into a review."""
    body = written("PullRequestReviewComment", fields.get("body"))
    at_head(pull, fields.get("commit_id"))
    at = anchor(fields)
    hunk = placed(pull, at)
    review = wrapper(site, pull, author)
    comment = begin(site, review, at, body, hunk)
    announce(site, review)
    return comment


def wrapper(site: Site, pull: PullRequest, author: Account) -> Review:
    """Return a new review that holds a single comment."""
    review = Review(site.state.next_id(), pull, author, "", "COMMENTED", pull.head_sha)
    pull.reviews.append(site.state.keep(review))
    return review


def replied(site: Site, thread: Thread, author: Account, body: str | None) -> ReviewComment:
    """Answer in a thread."""
    text = written("PullRequestReviewComment", body)
    review = wrapper(site, thread.pull, author)
    comment = add(site, thread, review, text, thread.comments[0] if thread.comments else None)
    announce(site, review)
    return comment


def edited(site: Site, comment: ReviewComment, editor: Account, body: str | None) -> None:
    """Replace an inline comment's text and tell what it was."""
    changes = {"body": {"from": comment.body}}
    comment.edit(editor, written("PullRequestReviewComment", body))
    site.state.revision += 1
    events.review_comment(site, "edited", comment, editor, changes=changes)


def review_edited(site: Site, review: Review, editor: Account, body: str) -> None:
    """Replace a review's text and tell what it was."""
    changes = {"body": {"from": review.body}}
    review.edit(editor, bounded("PullRequestReview", "body", body, BODY_LIMIT))
    site.state.revision += 1
    events.review(site, "edited", review, editor, changes=changes)


def dismissed(site: Site, review: Review, actor: Account) -> None:
    """Dismiss a verdict; a plain comment cannot be dismissed."""
    if review.state not in ("APPROVED", "CHANGES_REQUESTED"):
        raise unprocessable("Can not dismiss a commented pull request review")
    review.state = "DISMISSED"
    site.state.revision += 1
    events.review(site, "dismissed", review, actor)


def deleted(site: Site, comment: ReviewComment, actor: Account) -> None:
    """Remove an inline comment, and its thread when it was the last."""
    thread = comment.thread
    thread.comments.remove(comment)
    comment.review.comments.remove(comment)
    forget(site, comment)
    if not thread.comments:
        thread.pull.threads.remove(thread)
        site.state.nodes.pop(f"{thread.prefix}_{thread.id}", None)
    events.review_comment(site, "deleted", comment, actor)


def resolved(site: Site, thread: Thread, actor: Account | None, sender: Account) -> None:
    """Resolve a thread, or open it again when `actor` is None."""
    if (thread.resolved_by is None) == (actor is None):
        return
    thread.resolved_by = actor
    site.state.revision += 1
    events.review_thread(site, "resolved" if actor else "unresolved", thread, sender)
