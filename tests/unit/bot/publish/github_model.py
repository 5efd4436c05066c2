"""What GitHub would show after our edits: the same pull request value, one edit later."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from itertools import count

from bot.github.state import Account, Comment, Pull, Run, Thread, Where
from bot.publish.edits import (
    CloseThread,
    DeleteComment,
    Edit,
    EditComment,
    FinishRun,
    PostAnswer,
    PostComment,
    PostFileComment,
    PostReview,
    React,
)
from bot.publish.inline import closing_words

IDS = count(10_000)
RESOLVES = True
US = Account("design-review", is_bot=True)


def applied(pull: Pull, edits: Iterable[Edit]) -> Pull:
    """The pull request after all edits."""
    return reduce(_apply, edits, pull)


def _apply(pull: Pull, edit: Edit) -> Pull:
    match edit:
        case FinishRun():
            return replace(pull, runs=(_run(edit), *(r for r in pull.runs if r.id != edit.run)))
        case PostComment(body=body):
            return replace(pull, comments=(*pull.comments, _ours(body)))
        case EditComment(comment=wanted, body=body):
            comments = (replace(c, body=body) if c.id == wanted else c for c in pull.comments)
            return replace(pull, comments=tuple(comments))
        case DeleteComment(comment=wanted):
            return replace(pull, comments=tuple(c for c in pull.comments if c.id != wanted))
        case PostReview(comments=inline):
            return replace(pull, threads=(*pull.threads, *(_thread(i.path, i.line, i.body) for i in inline)))
        case PostFileComment(path=path, body=body):
            return replace(pull, threads=(*pull.threads, _thread(path, None, body)))
        case React(node=node, content=content):
            return replace(pull, comments=tuple(_reacted(c, node, content) for c in pull.comments))
        case PostAnswer(body=body):
            return replace(pull, comments=(*pull.comments, _ours(body)))
        case CloseThread():
            return replace(pull, threads=tuple(_closed(t, edit) for t in pull.threads))


def _run(edit: FinishRun) -> Run:
    out = edit.output
    return Run(
        id=edit.run or next(IDS),
        head_sha=edit.head_sha,
        status="completed",
        conclusion=edit.conclusion,
        title=out.title,
        summary=out.summary,
        text=out.text,
        external_id=edit.external_id,
    )


def _ours(body: str, where: Where = Where.CONVERSATION) -> Comment:
    number = next(IDS)
    return Comment(
        id=number,
        node=f"C_{number}",
        where=where,
        author=US,
        body=body,
        created_at=f"2026-02-01T00:00:00.{number:06}Z",
        url=f"https://example.org/c/{number}",
        ours=True,
    )


def _thread(path: str, line: int | None, body: str) -> Thread:
    return Thread(
        node=f"T_{next(IDS)}",
        path=path,
        line=line,
        original_line=line,
        resolved=False,
        resolved_by=None,
        outdated=False,
        comments=(_ours(body, Where.INLINE),),
    )


def _reacted(comment: Comment, node: str, content: str) -> Comment:
    return replace(comment, reacted=comment.reacted | {content}) if comment.node == node else comment


def _closed(thread: Thread, edit: CloseThread) -> Thread:
    if thread.node != edit.thread:
        return thread
    comments = (*thread.comments, _ours(closing_words(resolved=RESOLVES), Where.INLINE))
    return replace(thread, comments=comments, resolved=RESOLVES, resolved_by=US.login if RESOLVES else None)
