"""A status that the lifecycle does not know."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from checks.answers import quote
from checks.context import Context
from checks.model import Defect, Suggestion
from checks.proposal import Proposal
from checks.prose import listed
from checks.rule import BLOCKING, rule

OTHER_WORDS = {
    "draft": 0,
    "proposed": 0,
    "wip": 0,
    "pending": 0,
    "new": 0,
    "accepted": 1,
    "approved": 1,
    "agreed": 1,
    "done": 2,
    "shipped": 2,
    "released": 2,
    "completed": 2,
    "merged": 2,
    "rejected": 3,
    "abandoned": 3,
    "declined": 3,
}
"What other projects call the steps of a lifecycle of four."


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """The status in the header table is none of the project's lifecycle.

    Readers and tools go by the status; an invented one says nothing about whether code may go in.

    Left alone: an empty status and a missing table (`incomplete-header` speaks of those), what stands behind
    a known status, such as a release, and a project of which no lifecycle is known.

    Source: the status lifecycle on the process page at the base of the change.
    """
    row, known = proposal.status, context.process.statuses
    if row is None or not row.value or row.value in known or not proposal.touches(row.line):
        return
    if len(known) < 2:
        return
    said = proposal.header["status"].value
    nearest = _nearest(row.value, known)
    line = proposal.document.text.line(row.line)
    mended = line.replace(said, nearest, 1) if nearest and line.count(said) == 1 else None
    evidence = context.process.page_line("lifecycle")
    yield Defect(
        path=proposal.path,
        line=row.line,
        message=f"“{said}” is no status of this project. It has {listed((f'`{s}`' for s in known), 'and')}"
        + (f"; `{nearest}` comes nearest." if nearest else "."),
        section=None,
        anchor="status",
        text=row.value,
        evidence=(quote(proposal, row.line), evidence) if evidence else (quote(proposal, row.line),),
        suggestion=Suggestion(proposal.path, row.line, row.line, mended) if mended else None,
    )


def _nearest(said: str, known: tuple[str, ...]) -> str | None:
    near = difflib.get_close_matches(said, known, 1, 0.6)
    if near:
        return near[0]
    step = OTHER_WORDS.get(said)
    return known[step] if step is not None and len(known) == 4 else None
