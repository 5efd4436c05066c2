"""Reviews, inline comments and threads: where a comment may stand, and where it stands after a push."""

import re
from dataclasses import dataclass

from bot.sandbox import events
from bot.sandbox.comments import BODY_LIMIT, forget, written
from bot.sandbox.errors import RefusedError, bounded, invalid, unprocessable
from bot.sandbox.git_store import FileChange
from bot.sandbox.hunks import hunk_of, moved
from bot.sandbox.site import Json, Site
from bot.sandbox.state import Account, PullRequest, Review, ReviewComment, Thread, now

SUGGESTION = re.compile(r"^(`{3,})suggestion[^\n]*\n((?:.*\n)*?)\1`*\s*$", re.MULTILINE)
STATES = {"APPROVE": "APPROVED", "REQUEST_CHANGES": "CHANGES_REQUESTED", "COMMENT": "COMMENTED"}


@dataclass(frozen=True)
class Anchor:
    """Where an inline comment is to stand; `subject` is LINE or FILE."""

    path: str
    subject: str
    side: str
    line: int | None
    start_side: str | None
    start_line: int | None


def anchor(fields: Json) -> Anchor:
    """Return the place that a request's fields name, with GitHub's defaults."""
    subject = (fields.get("subject_type") or "line").upper()
    if subject == "FILE":
        return Anchor(fields.get("path") or "", "FILE", "RIGHT", None, None, None)
    side, start = fields.get("side") or "RIGHT", fields.get("start_line")
    start_side = (fields.get("start_side") or side) if start is not None else None
    return Anchor(fields.get("path") or "", "LINE", side, fields.get("line"), start_side, start)


def placed(pull: PullRequest, at: Anchor) -> str:
    """Return the `diff_hunk` at a place, or raise the 422 for a place outside the pull request's diff."""
    change = change_of(pull, at.path)
    if change is None:
        raise invalid("PullRequestReviewComment", "path", "custom", "path could not be resolved")
    if at.subject == "FILE":
        return change.patch or ""
    hunk = hunk_of(change.patch or "", at.side, at.line) if at.line else None
    if hunk is None or at.line is None:
        raise unresolvable("line")
    if at.start_line is not None:
        start = hunk.index(at.start_side or at.side, at.start_line)
        end = hunk.index(at.side, at.line)
        if start is None or end is None:
            raise unresolvable("start_line")
        if start >= end or (at.start_side == at.side and at.start_line >= at.line):
            message = "start_line must precede the end line"
            raise invalid("PullRequestReviewComment", "start_line", "custom", message)
    return hunk.until(at.side, at.line)


def unresolvable(field: str) -> RefusedError:
    """Return the 422 for a line that the diff does not show."""
    return unprocessable(f"Unprocessable Entity: {field} must be part of the diff")


def change_of(pull: PullRequest, path: str) -> FileChange | None:
    """Return what the pull request does to a path."""
    changes = pull.repository.git.diff(pull.merge_base, pull.head_sha)
    return next((change for change in changes if change.path == path), None)


def at_head(pull: PullRequest, commit_id: str | None) -> None:
    """Raise the 422 for a commit that is not the pull request's head.

    GitHub takes an older commit and shows the comment as outdated at once; whoever posts there has raced
    a push, so the sandbox says so.
    """
    if commit_id and commit_id != pull.head_sha:
        raise invalid(
            "PullRequestReviewComment", "commit_id", "custom", "commit_id is not part of the pull request"
        )


def reviewed(site: Site, pull: PullRequest, author: Account, fields: Json) -> Review:
    """Submit a review with all its comments, or post nothing at all and raise a 422."""
    event, comments = fields.get("event"), fields.get("comments") or []
    body = bounded("PullRequestReview", "body", fields.get("body") or "", BODY_LIMIT)
    at_head(pull, fields.get("commit_id"))
    if event and event not in STATES:
        raise invalid("PullRequestReview", "event")
    if author is pull.author and event in ("APPROVE", "REQUEST_CHANGES"):
        verb = "approve" if event == "APPROVE" else "request changes on"
        raise RefusedError(422, "Unprocessable Entity", [f"Can not {verb} your own pull request"])
    if (event == "REQUEST_CHANGES" or (event == "COMMENT" and not comments)) and not body.strip():
        raise RefusedError(422, "Unprocessable Entity", ["Review body is required"])
    places = [(anchor(one), written("PullRequestReviewComment", one.get("body"))) for one in comments]
    shown = [(at, text, placed(pull, at)) for at, text in places]
    state = STATES[event] if event else "PENDING"
    review = Review(site.state.next_id(), pull, author, body, state, pull.head_sha)
    review.submitted_at = now() if event else None
    pull.reviews.append(site.state.keep(review))
    for at, text, hunk in shown:
        begin(site, review, at, text, hunk)
    if event:
        announce(site, review)
    return review


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


def reanchor(pull: PullRequest) -> None:
    """Find each thread's place in the pull request's present diff; a place that is gone makes it outdated."""
    for thread in pull.threads:
        if thread.subject == "FILE":
            thread.outdated = change_of(pull, thread.path) is None
            continue
        line, start = (
            present(pull, thread, one) for one in (thread.original_line, thread.original_start_line)
        )
        kept = line is not None and (start is not None or thread.original_start_line is None)
        thread.outdated = not kept
        thread.line, thread.start_line = (line, start) if kept else (None, None)


def present(pull: PullRequest, thread: Thread, line: int | None) -> int | None:
    """Return where a line of the thread's beginning stands now, None when it changed or left the diff."""
    left = thread.side == "LEFT"
    old, new = (thread.original_base, pull.merge_base) if left else (thread.original_commit, pull.head_sha)
    change, patch = change_of(pull, thread.path), pull.repository.git.patch_between(old, new, thread.path)
    if line is None or change is None or patch is None:
        return None
    there = moved(patch, line)
    return there if there and hunk_of(change.patch or "", thread.side, there) else None


def applied(site: Site, comment: ReviewComment, actor: Account) -> None:
    """Commit a comment's suggestion to the pull request's head branch, as GitHub's button does.

    Refused with a 422: no suggestion, an outdated thread, the left side, a deleted fork.
    """
    thread, pull = comment.thread, comment.pull
    found = SUGGESTION.search(comment.body.replace("\r\n", "\n"))
    source = pull.head_repository
    if not found or thread.outdated or thread.line is None or thread.side == "LEFT" or source is None:
        raise unprocessable("This suggestion cannot be applied.")
    lines = (
        source.git.blob(pull.head_sha, thread.path).decode(errors="surrogateescape").splitlines(keepends=True)
    )
    end = "\r\n" if lines[thread.line - 1].endswith("\r\n") else "\n"
    lines[(thread.start_line or thread.line) - 1 : thread.line] = [
        line + end for line in found[2].split("\n")[:-1]
    ]
    data = "".join(lines).encode(errors="surrogateescape")
    sha = source.git.commit_file(
        pull.head_sha, thread.path, data, f"Apply suggestion by {comment.author.login}"
    )
    source.git.update(f"refs/heads/{pull.head_ref}", sha)
    resolved(site, thread, actor, actor)
