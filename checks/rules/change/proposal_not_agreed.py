"""Code whose proposal is not agreed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.context import Context
from checks.model import Defect, Evidence, Question, Verdict
from checks.owners import approvers
from checks.proposal import Proposal
from checks.rule import BLOCKING, rule
from checks.rules.change.proof import triggers


@rule(BLOCKING, Context)
def check(context: Context, _: Context) -> Iterable[Defect | Question]:
    """The change brings code over the threshold, and its proposal is not agreed at the base.

    A design that is still under discussion, or was withdrawn, may change under the code that is built on it.
    Only maintainers can agree, so this becomes a named decision, and does not count as the author's to mend.

    Left alone: a change that holds nothing but documents, and one of whose proposals is agreed at the base.

    Source: the status lifecycle on the process page at the base: code follows once the design is agreed.
    """
    if context.classification.verdict is not Verdict.REQUIRED or not context.classification.reasons:
        return
    bound = list(_bound(context))
    agreed = context.profile.proposals.agreed_statuses
    if not bound or any(status in agreed for _, _, status in bound):
        return
    proposal, document, status = bound[0]
    line = proposal.status.line if proposal.status else 1
    name = f"Proposal {proposal.number}" if proposal.number else f"“{proposal.title}”"
    said = f"is `{status}` at the base" if status else "is not at the base yet"
    page = context.process.page_line(f"`{agreed[0]}`") if agreed else None
    quoted = Evidence(proposal.path, line, document.document.text.line(line).strip())
    yield Defect(
        path=proposal.path,
        line=line,
        message=f"{name} {said}, and this change brings its code ({triggers(context)}). "
        "Its design has to be agreed first.",
        anchor="agreed",
        text=status,
        evidence=(quoted, page) if page else (quoted,),
        awaits_others=True,
    )
    yield Question(
        path=proposal.path,
        line=line,
        question=f"{name} {said}: is its design agreed, so that the code may go in?",
        anchor="agreed",
        owner=", ".join(sorted(approvers(context.snapshot.tip, proposal.path, context.profile))) or None,
    )


def _bound(context: Context) -> Iterator[tuple[Proposal, Proposal, str]]:
    """Each proposal of the change or linked, where its status is read, and that status at the base."""
    for proposal in context.proposals:
        before = proposal.before.status if proposal.before else None
        yield proposal, proposal, before.value if before else ""
    for proposal in context.linked:
        yield proposal, proposal, proposal.status.value if proposal.status else ""
