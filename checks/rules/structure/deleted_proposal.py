"""A proposal that is taken away."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect, Evidence, Side
from checks.numbering import name_of
from checks.proposal import read_proposal
from checks.rule import BLOCKING, rule


@rule(BLOCKING, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A proposal is deleted, or moved to where proposals are not kept.

    Proposals are decision records: one that is not pursued is withdrawn and left in place.

    Left alone: a proposal that moves within the proposals folders or is renamed there, and other files.

    Source: the status lifecycle on the process page at the base: leave the document in place.
    """
    naming = context.profile.proposals
    kept = {name_of(p, naming) for p in context.proposals_at_head}
    for path in context.proposals_at_base:
        change = next((c for c in context.snapshot.changes if c.old_path == path), None)
        gone = change is not None and change.status in "DR" and not context.snapshot.head.exists(path)
        moved = change is not None and change.new_path in context.proposals_at_head
        if not gone or moved or name_of(path, naming) in kept:
            continue
        proposal = read_proposal(context.snapshot.base, path, context.process)
        status = proposal.status if proposal else None
        line = status.line if status else 1
        text = proposal.document.text.line(line).strip() if proposal else ""
        page = context.process.page_line("`withdrawn`")
        closed = context.profile.proposals.closed_statuses
        yield Defect(
            path=path,
            line=line,
            message="A proposal is a record and stays where it is. Put it back"
            + (f", with the status `{closed[0]}` if it is not pursued." if closed else "."),
            anchor=path,
            text="deleted",
            evidence=(Evidence(path, line, text), page) if page else (Evidence(path, line, text),),
            side=Side.BASE,
        )
