"""Carries edits out one by one; a missing permission costs that edit alone, never the verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import singledispatchmethod

from bot.github.errors import NotAllowed, NotThere, Refused
from bot.github.writer import Writer
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

Say = Callable[[str], None]


class Publisher:
    """Writes to one pull request."""

    def __init__(self, writer: Writer, number: int, warn: Say) -> None:
        self._writer = writer
        self._number = number
        self._warn = warn

    def apply(self, edits: Iterable[Edit]) -> int:
        """Carries the edits out in order; the number of them that were done."""
        return sum(self._attempt(edit) for edit in edits)

    def _attempt(self, edit: Edit) -> bool:
        try:
            self._do(edit)
        except (NotAllowed, NotThere, Refused) as error:
            if isinstance(edit, FinishRun):
                raise
            self._warn(f"{type(edit).__name__}: {error}")
            return False
        return True

    @singledispatchmethod
    def _do(self, edit: Edit) -> None:
        raise TypeError(f"no way to carry out {type(edit).__name__}")

    @_do.register
    def _(self, edit: FinishRun) -> None:
        self._writer.finish_run(edit)

    @_do.register
    def _(self, edit: PostComment) -> None:
        self._writer.comment(self._number, edit.body)

    @_do.register
    def _(self, edit: EditComment) -> None:
        self._writer.edit_comment(edit.comment, edit.body)

    @_do.register
    def _(self, edit: DeleteComment) -> None:
        self._writer.delete_comment(edit.comment)

    @_do.register
    def _(self, edit: PostReview) -> None:
        """One comment that GitHub cannot place costs the whole review; then each goes to its file."""
        try:
            self._writer.review(self._number, edit)
        except Refused as error:
            self._warn(f"PostReview: {error}")
            for inline in edit.comments:
                whole = PostFileComment(head_sha=edit.head_sha, path=inline.path, body=inline.plain)
                self._writer.file_comment(self._number, whole)

    @_do.register
    def _(self, edit: PostFileComment) -> None:
        self._writer.file_comment(self._number, edit)

    @_do.register
    def _(self, edit: React) -> None:
        self._writer.react(edit.node, edit.content)

    @_do.register
    def _(self, edit: PostAnswer) -> None:
        self._writer.answer(self._number, edit)

    @_do.register
    def _(self, edit: CloseThread) -> None:
        resolved = self._writer.resolve(edit.thread)
        if not resolved and edit.lonely:
            self._writer.minimize(edit.first_node)
        self._writer.reply(self._number, edit.comment, closing_words(resolved=resolved))
