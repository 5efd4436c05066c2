"""A status that goes back."""

from __future__ import annotations

from collections.abc import Iterable

from checks.answers import quote
from checks.context import Context
from checks.model import Defect, Evidence
from checks.proposal import Proposal
from checks.rule import BLOCKING, rule


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """The status moves against the lifecycle, such as from `implemented` to `provisional`.

    A proposal is a record: what was agreed or shipped stays so, and a new design gets a new proposal.

    Left alone: moves forward, withdrawing what has not shipped, and taking a withdrawn proposal up again from
    the first status.

    Source: the status lifecycle on the process page at the base of the change.
    """
    now = proposal.status
    was = proposal.before.status if proposal.before else None
    if now is None or was is None or not _goes_back(was.value, now.value, context):
        return
    yield Defect(
        path=proposal.path,
        line=now.line,
        message=f"The status goes back from `{was.value}` to `{now.value}`. "
        "Keep the record as it is, and file a new proposal for a new design.",
        anchor="status",
        text=f"{was.value} {now.value}",
        evidence=(
            Evidence(proposal.before.path, was.line, proposal.before.document.text.line(was.line).strip())
            if proposal.before
            else quote(proposal, now.line),
            quote(proposal, now.line),
        ),
    )


def _goes_back(was: str, now: str, context: Context) -> bool:
    naming, known = context.profile.proposals, context.process.statuses
    if was == now or was not in known or now not in known:
        return False
    if was in naming.closed_statuses:
        return now not in naming.closed_statuses and now != naming.first_status
    if now in naming.closed_statuses:
        return was == naming.shipped_status
    return known.index(now) < known.index(was)
