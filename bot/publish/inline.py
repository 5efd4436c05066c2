"""Which findings become inline comments, where each can stand, and with what words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.github.state import Pull, Thread
from bot.publish.edits import CloseThread, Edit, Inline, PostFileComment, PostReview
from bot.publish.escape import sendable
from bot.publish.markers import mark, read_mark
from bot.publish.render import finding_text
from bot.publish.suggestions import suggestion_block
from checks.model import Finding, Side
from checks.snapshot import Change, Snapshot

AT_ONCE = 20
CONTEXT = 3  # lines that GitHub shows around a change, on which a comment may also stand


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a finding may stand: first and last line of a comment, or the file where both are None."""

    first: int | None
    last: int | None


def inline_edits(pull: Pull, findings: Sequence[Finding], snapshot: Snapshot) -> list[Edit]:
    """Comments for findings that have none, the worst first, and words for threads whose cause is gone."""
    ours = {_finding_id(t): t for t in pull.threads if t.ours and not _resolved_by_us(t)}
    there = {f.id for f in findings if f.waived is None}
    gone = [t for name, t in ours.items() if name and name not in there and not t.resolved]
    open_now = sum(1 for name, t in ours.items() if name in there and not t.resolved)
    new = [f for f in findings if f.id not in ours and f.waived is None and not f.preview]
    return [*_close(gone), *_post(pull, new, snapshot, max(AT_ONCE - open_now, 0))]


def _resolved_by_us(thread: Thread) -> bool:
    """One that we resolved does not count once its finding is back; one that a person resolved does."""
    us = thread.comments[0].author
    return thread.resolved and us is not None and thread.resolved_by == us.login


def _finding_id(thread: Thread) -> str | None:
    read = read_mark(thread.comments[0].body)
    return read[1].get("id") if read and read[0] == "finding" else None


def _post(pull: Pull, findings: Iterable[Finding], snapshot: Snapshot, room: int) -> list[Edit]:
    lines: list[Inline] = []
    files: list[Edit] = []
    for finding in findings:
        spot = spot_of(finding, snapshot)
        if spot is None or len(lines) + len(files) >= room:
            continue
        signature = mark("finding", id=finding.id)
        whole = f"{finding_text(finding)}\n\n{signature}"
        if spot.first is None or spot.last is None:
            files.append(PostFileComment(head_sha=pull.head_sha, path=finding.path, body=whole))
        else:
            start = spot.first if spot.first != spot.last else None
            block = suggestion_block(finding.suggestion, (spot.first, spot.last), snapshot)
            under = finding_text(finding, range(spot.first, spot.last + 1))
            body = "\n\n".join(part for part in (under, block, signature) if part)
            lines.append(Inline(path=finding.path, body=body, plain=whole, line=spot.last, start_line=start))
    review = [PostReview(head_sha=pull.head_sha, comments=tuple(lines))] if lines else []
    return [*review, *files]


def spot_of(finding: Finding, snapshot: Snapshot) -> Spot | None:
    """The lines of the diff that a finding can be attached to, the file, or None: the summary then has it."""
    change = snapshot.changed(finding.path)
    if change is None or change.new_path is None or finding.side is Side.BASE:
        return None
    if sendable(finding.path) != finding.path:
        return None
    wanted = finding.suggestion or finding
    last = wanted.end_line or wanted.line
    if in_one_hunk(change, wanted.line, last):
        return Spot(wanted.line, last)
    if in_one_hunk(change, finding.line, finding.line):
        return Spot(finding.line, finding.line)
    return None if change.binary or not change.hunks else Spot(None, None)


def in_one_hunk(change: Change, first: int, last: int) -> bool:
    """Whether lines of the head lie in one run of changes with its context, as GitHub draws it."""
    return any(
        max(h.new_line - CONTEXT, 1) <= first and last < h.new_line + max(h.new_count, 1) + CONTEXT
        for h in change.hunks
    )


def _close(threads: Iterable[Thread]) -> Iterator[Edit]:
    """A word and the resolve, once: where we said the word and it is still open, we may not resolve it."""
    for thread in threads:
        if not any((read_mark(c.body) or ("",))[0] == "gone" for c in thread.comments if c.ours):
            first = thread.comments[0]
            yield CloseThread(
                thread=thread.node, comment=first.id, first_node=first.node, lonely=not thread.answered
            )


def closing_words(*, resolved: bool) -> str:
    """What we say in a thread whose cause is gone."""
    said = "Resolved: this is no longer found." if resolved else "This is no longer found. Please resolve it."
    return f"{said}\n\n{mark('gone')}"
