"""A pull request's three pages: conversation, checks, files."""

from collections.abc import Callable
from typing import Any

from flask import request

from bot.sandbox import merge_queue
from bot.sandbox.hunks import hunks
from bot.sandbox.model import PullRequest, Thread
from bot.sandbox.page.diff_view import diff_view
from bot.sandbox.page.frame import page, repository
from bot.sandbox.page.verdicts import latest_runs
from bot.sandbox.shapes.accounts import association


def tail(thread: Thread, lines: int = 6) -> list[Any]:
    """Return the last lines of a thread's hunk, which is what the conversation shows above it."""
    found = hunks(thread.diff_hunk)
    return found[0].lines[-lines:] if found and thread.subject == "LINE" else []


def replaced(thread: Thread) -> list[str]:
    """Return the lines that a suggestion in the thread replaces."""
    found, last = hunks(thread.diff_hunk), thread.original_line
    if not found or last is None or thread.side == "LEFT":
        return []
    first = thread.original_start_line or last
    return [line.text for line in found[0].lines if line.new is not None and first <= line.new <= last]


def shown(owner: str, name: str, number: int, template: str, tab: str, **values: Any) -> str:
    """Return one of the pull request's pages with what all three show."""
    pull = repository(owner, name).pull(number)
    runs = latest_runs(pull)
    return page(
        template,
        repo=pull.repository,
        pull=pull,
        runs=runs,
        tab=tab,
        tail=tail,
        replaced=replaced,
        association=association,
        queued=merge_queue.group_of(pull) is not None,
        commits=pull.repository.git.commits(pull.base_sha, pull.head_sha),
        changed=pull.repository.git.diff(pull.merge_base, pull.head_sha),
        error=request.args.get("error", ""),
        **values,
    )


def conversation(owner: str, name: str, number: int) -> str:
    """Show what was said, in the order in which it was said."""
    pull = repository(owner, name).pull(number)
    reviews = [one for one in pull.reviews if one.state != "PENDING" and (one.body or starts(pull, one))]
    items = sorted([*pull.comments, *reviews], key=lambda one: one.id)
    return shown(owner, name, number, "conversation.html", "conversation", items=items, starts=starts)


def starts(pull: PullRequest, review: Any) -> list[Thread]:
    """Return the threads that a review began."""
    return [one for one in pull.threads if one.comments[0].review is review]


def checks(owner: str, name: str, number: int) -> str:
    """Show the check runs with their texts, annotations and buttons."""
    return shown(owner, name, number, "checks.html", "checks")


def files(owner: str, name: str, number: int) -> str:
    """Show the diff with the threads and annotations at their lines."""
    pull = repository(owner, name).pull(number)
    views = diff_view(pull, latest_runs(pull), request.args.get("show", ""))
    return shown(owner, name, number, "files.html", "files", views=views)


PULL = "/<owner>/<name>/pull/<int:number>"
PAGES: list[tuple[str, Callable[..., Any]]] = [
    (PULL, conversation),
    (f"{PULL}/checks", checks),
    (f"{PULL}/files", files),
]
