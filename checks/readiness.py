"""From findings and decisions to readiness, the checklist and what moves the proposal on."""

from __future__ import annotations

from collections.abc import Sequence

from checks.context import Context
from checks.model import Decision, Finding, Readiness, State, Verdict
from checks.proposal import Proposal

NAMED = 10  # decisions in a headline


def conclude(context: Context, findings: Sequence[Finding], decisions: Sequence[Decision]) -> Readiness:
    """The state: a blocking finding first, then an unanswered decision that blocks, else ready."""
    blocking = sum(f.needs_mending for f in findings)
    waiting = [d for d in decisions if d.blocks and d.answer is None]
    current, following = statuses(context)
    if blocking:
        state, headline = State.NEEDS_REVISION, f"Needs revision: {count(blocking, 'blocking finding')}."
    elif waiting:
        names = ", ".join([*(d.id for d in waiting[:NAMED]), *(["…"] if len(waiting) > NAMED else [])])
        state, headline = State.BLOCKED, f"Blocked on {count(len(waiting), 'named decision')}: {names}."
    else:
        state, headline = State.READY, _ready(context)
    return Readiness(state=state, headline=headline, current_status=current, next_status=following)


def _ready(context: Context) -> str:
    if context.proposals:
        return "Ready for maintainer review."
    if context.classification.verdict is Verdict.DIRECT:
        return "No design proposal is needed."
    return "Ready: the design that this change needs is agreed."


def count(number: int, noun: str) -> str:
    """`1 finding`, `2 findings`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def leading_proposal(context: Context) -> Proposal | None:
    """The proposal whose status the review speaks of: the first in the change, else the first linked."""
    together = (*context.proposals, *context.linked)
    return together[0] if together else None


def statuses(context: Context) -> tuple[str | None, str | None]:
    """The present status of the leading proposal, and the one that follows it in the lifecycle."""
    proposal = leading_proposal(context)
    current = proposal.status.value if proposal and proposal.status else None
    closed = context.profile.proposals.closed_statuses
    order = [s for s in context.process.statuses if s not in closed]
    if proposal and proposal.is_new and order and current != order[0]:
        return current, order[0]  # a new one begins there, whatever it says
    if current not in order or current == order[-1]:
        return current, None
    return current, order[order.index(current) + 1]


def checklist(findings: Sequence[Finding], decisions: Sequence[Decision]) -> tuple[str, ...]:
    """Only what is unresolved: open findings, the blocking ones first, then unanswered decisions."""
    open_findings = [f for f in findings if f.waived is None and not f.preview and not f.awaits_others]
    ordered = sorted(open_findings, key=lambda f: not f.open_blocking)
    said = [f"{f.path}:{f.line} {f.rule}: {f.message}" for f in ordered]
    return (*said, *(f"{d.id}: {d.question}" for d in decisions if d.answer is None))


def to_advance(
    context: Context, findings: Sequence[Finding], decisions: Sequence[Decision], approvals: Sequence[str]
) -> tuple[str, ...]:
    """The least that moves the proposal to its next status; empty where there is no next one."""
    _, following = statuses(context)
    if following is None:
        return ()
    needed = []
    blocking = [f for f in findings if f.needs_mending]
    if blocking:
        needed.append(f"Resolve {count(len(blocking), 'blocking finding')}.")
    needed += [f"Decide {d.id}: {d.question}" for d in decisions if d.answer is None]
    needed += approvals
    needed.append(f"Set the status to `{following}` once that is done.")
    return tuple(needed)
