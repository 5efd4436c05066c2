"""A number that leaves a gap."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect
from checks.numbering import holders, next_number
from checks.proposal import Proposal
from checks.rule import OPTIONAL, rule


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """The number of a new proposal is not the next unused one.

    A gap makes readers look for a proposal that never was.

    Left alone: numbers that other open changes or this one take up, and a free number below the highest.

    Source: the process page at the base: pick the next unused number.
    """
    if not proposal.is_at_new_path or proposal.number is None:
        return
    naming, number = context.profile.proposals, int(proposal.number)
    taken = set(holders(context.proposals_at_tip, naming))
    highest = max(taken, default=0)
    taken |= set(holders((p.path for p in context.proposals if p is not proposal), naming))
    taken |= {int(n) for n in context.subject.numbers_taken if n.isdigit()}
    free = [n for n in range(highest + 1, min(number, highest + 1 + len(taken) + 1)) if n not in taken]
    if not free:
        return
    page = context.process.page_line("next unused")
    yield Defect(
        path=proposal.path,
        line=1,
        message=f"The next unused number is {next_number([free[0] - 1])}, "
        f"and this proposal takes {proposal.number}.",
        anchor="number",
        text=proposal.number,
        evidence=(page,) if page else (),
    )
