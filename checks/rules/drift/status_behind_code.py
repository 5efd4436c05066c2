"""A proposal whose code is in, and whose status did not move."""

from __future__ import annotations

from collections.abc import Iterable

from checks.answers import quote
from checks.context import Context
from checks.model import Defect
from checks.proposal import Proposal
from checks.proposed_gates import proposed_gate
from checks.registered_gates import registered_gates
from checks.rule import OPTIONAL, rule
from checks.rules.drift.both import bound


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """The gate that a proposal introduces is registered at the base already, and the proposal still has an
    earlier status than that.

    Readers take the design for open while users run it.

    Left alone: proposals without a gate, those that only graduate one, `implementable` ones while their code
    still comes in, and changes that move the status.

    Source: the process page: once implementation lands, move the status in a follow-up.
    """
    for proposal in bound(context):
        yield from _behind(proposal, context)


def _behind(proposal: Proposal, context: Context) -> Iterable[Defect]:
    naming = context.profile.proposals
    gate = proposed_gate(proposal, context)
    known = registered_gates(context.snapshot.base, context.profile)
    if proposal.status is None or gate is None or gate.graduates or gate.name not in known or proposal.is_new:
        return
    before = proposal.before.status if proposal.before else None
    moved = proposal.change is not None and (before is None or before.value != proposal.status.value)
    early = proposal.status.value == naming.first_status
    agreed = set(naming.agreed_statuses) - {naming.shipped_status}
    waiting = proposal.status.value in agreed
    edited = proposal.change is not None and not any(context.facts.of("feature-gate-*"))
    if moved or not (early or (waiting and edited)):
        return
    page = context.process.page_line("implementation lands")
    yield Defect(
        path=proposal.path,
        line=proposal.status.line,
        message=f"`{gate.name}` is registered already, and this proposal still says "
        f"`{proposal.status.value}`.",
        anchor="Status",
        text=f"{gate.name} {proposal.status.value}",
        evidence=(quote(proposal, proposal.status.line), known[gate.name], *([page] if page else [])),
    )
