"""What was not read or not judged becomes a named decision: somebody must look, since we did not."""

from __future__ import annotations

from collections.abc import Iterator

from checks.allowance import BEYOND
from checks.context import Context
from checks.globs import matches
from checks.isolation import Failures
from checks.model import Question, Unread
from checks.readiness import count
from checks.snapshot import Snapshot

AUTHORITY = ("**/OWNERS", "**/OWNERS_ALIASES", "**/CODEOWNERS")
ASKED_EACH = 10  # files; all others are one question
UNFOLLOWED = {"link": "a symbolic link, which is not followed", "submodule": "a submodule, which is not read"}


def note_unfollowed(snapshot: Snapshot) -> None:
    """Notes changed symbolic links and submodules as unread."""
    for change in snapshot.changes:
        why = UNFOLLOWED.get(snapshot.head.tree.kind(change.new_path) or "") if change.new_path else None
        if why and change.new_path:
            snapshot.head.note_unread(change.new_path, why)


def unjudged(context: Context, failures: Failures) -> list[tuple[str, Question]]:
    """A blocking question for each changed file that was not read, and for each part that failed."""
    return [*_unread(context), *_failed(context, failures)]


def _unread(context: Context) -> Iterator[tuple[str, Question]]:
    noted = context.snapshot.head.unread.values()
    changed = (u for u in noted if not u.partly and context.snapshot.changed(u.path))
    wanted = sorted((u for u in changed if _matters(u, context)), key=lambda u: u.path)
    for unread in wanted[:ASKED_EACH]:
        question = f"`{unread.path}` was not read: {unread.why}. Who has looked at it?"
        yield "unread", Question(path=unread.path, line=1, question=question, anchor="unread")
    if len(wanted) > ASKED_EACH:
        others = len(wanted) - ASKED_EACH
        question = f"Not read either: {count(others, 'more file')} of this change. Who has looked there?"
        yield "unread", Question(path=wanted[ASKED_EACH].path, line=1, question=question, anchor="unread")


def _matters(unread: Unread, context: Context) -> bool:
    """Whether somebody must look: not at copies and outputs, nor at a link between demos, tests or pages.

    All that such a link holds is another path; it counts where it would stand for a proposal, for who may
    approve, or for what builds and releases. Of a great many demos, tests or pages the last ones may go
    unread as well.
    """
    path, kinds = unread.path, context.profile.paths
    if matches(path, (*kinds.vendored, *kinds.generated)):
        return False
    folders = tuple(f"{f.rstrip('/')}/" for f in context.profile.proposals.folders)
    if path.startswith(folders) or matches(path, (*AUTHORITY, *kinds.ci, *kinds.build)):
        return True
    is_light = unread.why == BEYOND or context.snapshot.head.tree.kind(path) == "link"
    return not (is_light and matches(path, (*kinds.tests, *kinds.docs, *kinds.examples)))


def _failed(context: Context, failures: Failures) -> Iterator[tuple[str, Question]]:
    for failure in failures.all:
        where = f" of `{failure.path}`" if failure.path else ""
        question = f"The check `{failure.what}`{where} failed and says nothing. Who looks at that part?"
        first = context.snapshot.changes[0].path if context.snapshot.changes else ""
        yield "failed", Question(path=failure.path or first, line=1, question=question, anchor=failure.what)
