"""A number that another proposal bears."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.context import Context
from checks.model import Defect, Evidence
from checks.numbering import holders, next_number
from checks.proposal import Proposal
from checks.rule import BLOCKING, rule


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """The number of a new proposal stands at the base, twice in the change, or in another open change.

    A number is how people and links name a proposal; two of one number cannot be told apart.

    Left alone: a proposal that keeps its number where it moves, and proposals that are not touched.

    Source: the process page at the base: pick the next unused number.
    """
    if not proposal.is_at_new_path or proposal.number is None:
        return
    others = list(_others(proposal, context))
    if not others:
        return
    free = next_number(_taken(context))
    page = context.process.page_line("next unused")
    yield Defect(
        path=proposal.path,
        line=1,
        message=f"The number {proposal.number} is taken by {others[0][0]}. The next unused one is {free}.",
        anchor="number",
        text=proposal.number,
        evidence=(*(e for _, e in others[:1] if e), *((page,) if page else ())),
    )


def _others(proposal: Proposal, context: Context) -> Iterator[tuple[str, Evidence | None]]:
    """What else bears the number: in words, and as evidence where it is a file."""
    naming = context.profile.proposals
    number = int(proposal.number or 0)
    own = {proposal.path, proposal.change.old_path if proposal.change else None}
    head, base = context.snapshot.head, context.snapshot.base
    left = [p for p in context.proposals_at_tip if head.exists(p) or not base.exists(p)]
    for path in holders([*left, *(p.path for p in context.proposals)], naming).get(number, ()):
        if path not in own:
            yield f"`{path}`", Evidence(path, 1, "")
    for taken, where in sorted(context.subject.numbers_taken.items()):
        if taken.isdigit() and int(taken) == number:
            yield where, None


def _taken(context: Context) -> Iterator[int]:
    naming = context.profile.proposals
    yield from holders(context.proposals_at_tip, naming)
    yield from holders((p.path for p in context.proposals), naming)
    yield from (int(n) for n in context.subject.numbers_taken if n.isdigit())
