"""What a person does on the page; each form leads back to where it was."""

from collections.abc import Callable
from typing import Any

from flask import redirect, request
from werkzeug.wrappers import Response

from bot.sandbox import branches, checks, comments, merge_queue, pulls, reviews, suggestions
from bot.sandbox.errors import forbidden
from bot.sandbox.model import (
    CheckRun,
    CheckSuite,
    IssueComment,
    PullRequest,
    ReviewComment,
    Thread,
)
from bot.sandbox.page.forms import action, back, text
from bot.sandbox.page.frame import COOKIE, actor, repository
from bot.sandbox.page.opening import open_pull
from bot.sandbox.rest.request import sandbox, site
from bot.sandbox.shapes.accounts import role

WRITERS = ("admin", "maintain", "write")


def own_or_writer(pull: PullRequest) -> None:
    """Raise a 403 for whoever is neither the pull request's author nor may write."""
    if actor() is not pull.author and role(pull.repository, actor()) not in WRITERS:
        raise forbidden(f"{actor().login} may not do that here.")


def act_as() -> Response:
    """Choose whom to act as."""
    response = redirect(back(), 303)
    response.set_cookie(COOKIE, request.form.get("login", ""), httponly=True, samesite="Strict")
    return response


def redelivered(delivery_id: int) -> str:
    """Send a delivery again."""
    sandbox().webhooks.redeliver(site(), delivery_id)
    return "/-/deliveries"


def comment(owner: str, name: str, number: int) -> str:
    """Comment in the conversation."""
    comments.commented(site(), repository(owner, name).pull(number), actor(), text("body"))
    return back()


def edit_comment(owner: str, name: str, comment_id: int) -> str:
    """Edit a comment."""
    found = site().state.node(IssueComment, comment_id)
    if actor() is not found.author and role(found.pull.repository, actor()) not in WRITERS:
        raise forbidden(f"{actor().login} may not edit this comment.")
    comments.edited(site(), found, actor(), text("body"))
    return back()


def reply(owner: str, name: str, thread_id: int) -> str:
    """Answer in an inline thread."""
    reviews.replied(site(), site().state.node(Thread, thread_id), actor(), text("body"))
    return back()


def resolve(owner: str, name: str, thread_id: int) -> str:
    """Resolve an inline thread, or open it again."""
    thread = site().state.node(Thread, thread_id)
    own_or_writer(thread.pull)
    reviews.resolved(site(), thread, None if thread.resolved_by else actor(), actor())
    return back()


def comment_line(owner: str, name: str, number: int) -> str:
    """Begin an inline thread."""
    line, start = request.form.get("line", type=int), request.form.get("start_line", type=int)
    fields = {"path": text("path"), "side": text("side"), "line": line, "body": text("body")}
    if start and start != line:
        fields["start_line"] = start
    reviews.commented(site(), repository(owner, name).pull(number), actor(), fields)
    return back()


def review(owner: str, name: str, number: int) -> str:
    """Submit a review without inline comments."""
    fields = {"event": text("event"), "body": text("body")}
    reviews.reviewed(site(), repository(owner, name).pull(number), actor(), fields)
    return back()


def apply_suggestion(owner: str, name: str, comment_id: int) -> str:
    """Commit a suggestion to the head branch."""
    found = site().state.node(ReviewComment, comment_id)
    own_or_writer(found.pull)
    suggestions.applied(site(), found, actor())
    branches.sync(site(), found.pull.head_repository or found.pull.repository, actor())
    return back()


def edit(owner: str, name: str, number: int) -> str:
    """Change title, body or base."""
    pull = repository(owner, name).pull(number)
    own_or_writer(pull)
    pulls.edited(
        site(), pull, actor(), {key: text(key) for key in ("title", "body", "base") if key in request.form}
    )
    return back()


def change_state(owner: str, name: str, number: int) -> str:
    """Close, reopen, make a draft, make ready, enqueue or dequeue."""
    pull, wanted = repository(owner, name).pull(number), text("state")
    own_or_writer(pull)
    if wanted == "closed":
        pulls.closed(site(), pull, actor())
    elif wanted == "open":
        pulls.reopened(site(), pull, actor())
    elif wanted in ("draft", "ready"):
        pulls.drafted(site(), pull, actor(), wanted == "draft")
    elif wanted == "queued":
        merge_queue.enqueued(site(), pull, actor())
    elif wanted == "dequeued":
        merge_queue.dequeued(site(), pull, actor(), "dequeued")
    return back()


def label(owner: str, name: str, number: int) -> str:
    """Add a label, or take it away when the pull request has it."""
    pull, wanted = repository(owner, name).pull(number), text("label").strip()
    if role(pull.repository, actor()) not in (*WRITERS, "triage"):
        raise forbidden(f"{actor().login} may not label here.")
    if pull.repository.label(wanted) in pull.labels:
        pulls.unlabeled(site(), pull, actor(), wanted)
    elif wanted:
        pulls.labeled(site(), pull, actor(), [wanted])
    return back()


def rerun(owner: str, name: str, run_id: int) -> str:
    """Ask for a check again."""
    checks.rerequested(site(), site().state.node(CheckRun, run_id), actor())
    return back()


def rerun_all(owner: str, name: str, suite_id: int) -> str:
    """Ask for a whole suite again."""
    checks.suite_rerequested(site(), site().state.node(CheckSuite, suite_id), actor())
    return back()


def press(owner: str, name: str, run_id: int) -> str:
    """Press one of a check's own buttons."""
    checks.action_requested(site(), site().state.node(CheckRun, run_id), text("identifier"), actor())
    return back()


REPO = "/<owner>/<name>"
PULL = f"{REPO}/pull/<int:number>"
ACTIONS: list[tuple[str, Callable[..., Any]]] = [
    ("/-/act-as", act_as),
    *(
        (path, action(act))
        for path, act in (
            ("/-/deliveries/<int:delivery_id>/redeliver", redelivered),
            (f"{REPO}/compare", open_pull),
            (f"{PULL}/comment", comment),
            (f"{PULL}/review", review),
            (f"{PULL}/line", comment_line),
            (f"{PULL}/edit", edit),
            (f"{PULL}/state", change_state),
            (f"{PULL}/label", label),
            (f"{REPO}/comments/<int:comment_id>/edit", edit_comment),
            (f"{REPO}/suggestions/<int:comment_id>/apply", apply_suggestion),
            (f"{REPO}/threads/<int:thread_id>/reply", reply),
            (f"{REPO}/threads/<int:thread_id>/resolve", resolve),
            (f"{REPO}/runs/<int:run_id>/rerequest", rerun),
            (f"{REPO}/runs/<int:run_id>/press", press),
            (f"{REPO}/suites/<int:suite_id>/rerequest", rerun_all),
        )
    ),
]
