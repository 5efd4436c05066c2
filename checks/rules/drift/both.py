"""Findings that cite two lines: what a proposal says, and what the code does."""

from __future__ import annotations

from collections.abc import Iterator

from checks.answers import quote
from checks.context import Context
from checks.model import Defect, Evidence, Fact, Severity
from checks.proofs import line_at, side_of
from checks.proposal import Proposal
from checks.prose import Sentence


def bound(context: Context) -> Iterator[Proposal]:
    """The proposals that the change holds or names, but for those that are closed."""
    closed = context.profile.proposals.closed_statuses
    for proposal in (*context.proposals, *context.linked):
        if proposal.status is None or proposal.status.value not in closed:
            yield proposal


def proof(fact: Fact, context: Context) -> Evidence:
    """The line that proves a fact."""
    return line_at(side_of(context, fact.side), fact.path, fact.line)


def against(
    proposal: Proposal,
    sentence: Sentence,
    fact: Fact,
    context: Context,
    message: str,
    severity: Severity | None = None,
) -> Defect:
    """A defect at the line of the code, with the sentence that it is held against."""
    return Defect(
        path=fact.path,
        line=fact.line,
        message=message,
        anchor=fact.symbol,
        text=f"{proposal.path} {sentence.text} {fact.symbol}",
        evidence=(proof(fact, context), quote(proposal, sentence.line)),
        severity=severity,
        side=fact.side,
    )
