"""A status that the proposal has not come to yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.answers import quote
from checks.context import Context
from checks.model import Defect, Suggestion
from checks.proposal import HeaderField, Proposal
from checks.rule import BLOCKING, rule


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """A new proposal does not begin with the first status, or says that it shipped before its code is in.

    A status that runs ahead says that a design was agreed, or that a feature is there, when neither is so.

    Left alone: a status that follows in the lifecycle, in a change that brings no contract of its own.

    Source: the process page at the base: start with the first status; the last one comes in a follow-up.
    """
    row, naming = proposal.status, context.profile.proposals
    if row is None or row.value not in context.process.statuses or not proposal.touches(row.line):
        return
    why = next(_reasons(proposal, row.value, context), None)
    if why is None:
        return
    earned = naming.first_status if proposal.is_new else _earned(proposal)
    evidence = context.process.page_line("Status: " if proposal.is_new else f"`{naming.shipped_status}`")
    yield Defect(
        path=proposal.path,
        line=row.line,
        message=why,
        anchor="status",
        text=row.value,
        evidence=(quote(proposal, row.line), evidence) if evidence else (quote(proposal, row.line),),
        suggestion=_suggest(proposal, row, earned),
    )


def _reasons(proposal: Proposal, status: str, context: Context) -> Iterator[str]:
    naming = context.profile.proposals
    if proposal.is_new:
        if status != naming.first_status:
            yield f"A new proposal begins as `{naming.first_status}`, and this one says `{status}`."
        return
    before = _earned(proposal)
    if status != naming.shipped_status or before == status:
        return
    if before not in naming.agreed_statuses:
        yield f"The status goes from `{before}` to `{status}`: the design was never agreed."
    elif context.classification.reasons:
        code = context.classification.reasons[0]
        yield (
            f"The status says `{status}` in the change that brings the code (`{code.symbol}`, "
            f"{code.path}:{code.line}). Move it in a follow-up, once the code is in."
        )


def _earned(proposal: Proposal) -> str:
    status = proposal.before.status if proposal.before else None
    return status.value if status else ""


def _suggest(proposal: Proposal, row: HeaderField, status: str) -> Suggestion | None:
    line = proposal.document.text.line(row.line)
    said = proposal.header["status"].value
    if not status or line.count(said) != 1:
        return None
    return Suggestion(proposal.path, row.line, row.line, line.replace(said, status))
