"""Compares a review with what is published and lists the edits that make GitHub right; empty when it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.commands.answers import Desk
from bot.github.state import Comment, Pull, Where
from bot.publish.edits import DeleteComment, Edit, EditComment, PostComment
from bot.publish.inline import inline_edits
from bot.publish.markers import mark, read_mark
from bot.publish.render import change_note, comment_text, needs_comment
from bot.publish.runs import run_edits
from checks.model import Review
from checks.snapshot import Snapshot
from config.profile import Comments, Mode


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How loud we are here: from the repository's settings and the process's."""

    mode: Mode = "enforce"
    comments: Comments = "quiet"
    announce: bool = True


def plan(
    review: Review,
    pull: Pull,
    snapshot: Snapshot,
    manner: Manner,
    desk: Desk,
    *,
    renew_run: bool = False,
    of_run: Review | None = None,
) -> tuple[Edit, ...]:
    """The edits from what is published to what should be; the verdict comes last.

    `renew_run` completes the check run again even with an equal verdict, after somebody asked for it.
    `of_run` is what the check run says where it speaks for several pull requests.
    """
    talks = manner.mode == "enforce" and manner.comments != "none" and not pull.draft
    edits: list[Edit] = []
    if talks:
        edits += inline_edits(pull, review.findings, snapshot)
        edits += _conversation(review, pull, manner)
    edits += desk.edits()
    edits += run_edits(of_run or review, pull, manner.mode, renew=renew_run)
    return tuple(edits)


def _conversation(review: Review, pull: Pull, manner: Manner) -> list[Edit]:
    mine = list(_own(pull.comments, "review"))
    wanted = needs_comment(review) or manner.comments == "full"
    if not mine:
        return [PostComment(body=_sticky(review, 0))] if wanted else []
    first, *doubles = mine
    edits: list[Edit] = [DeleteComment(comment=c.id) for c, _ in doubles]
    comment, values = first
    changes = int(values.get("changes", "0")) if values.get("changes", "0").isdigit() else 0
    if values.get("state") != review.readiness.state:
        changes += 1
        if manner.announce and not _announced(pull.comments, changes):
            edits.append(PostComment(body=_announcement(review, changes)))
    body = _sticky(review, changes)
    if comment.body != body:
        edits.append(EditComment(comment=comment.id, body=body))
    return edits


def _own(comments: Sequence[Comment], kind: str) -> Iterable[tuple[Comment, dict[str, str]]]:
    for comment in comments:
        read = read_mark(comment.body) if comment.ours and comment.where is Where.CONVERSATION else None
        if read and read[0] == kind:
            yield comment, read[1]


def _announced(comments: Sequence[Comment], change: int) -> bool:
    return any(values.get("change") == str(change) for _, values in _own(comments, "state"))


def _sticky(review: Review, changes: int) -> str:
    signature = mark("review", state=review.readiness.state.value, changes=changes)
    return f"{comment_text(review)}\n\n{signature}"


def _announcement(review: Review, change: int) -> str:
    return f"{change_note(review)}\n\n{mark('state', change=change)}"
