"""Where an inline comment may stand in a pull request's diff, and where it stands after a push."""

from dataclasses import dataclass

from bot.sandbox.diffs import FileChange
from bot.sandbox.errors import RefusedError, invalid, unprocessable
from bot.sandbox.hunks import hunk_of, moved
from bot.sandbox.model import PullRequest, Thread
from bot.sandbox.site import Json


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
