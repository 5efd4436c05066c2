"""A classification that only people can settle."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.model import Question, Verdict
from checks.owners import approvers
from checks.rule import BLOCKING, rule
from checks.rules.change.proof import triggers


@rule(BLOCKING, Context)
def check(context: Context, _: Context) -> Iterable[Question]:
    """The change does something that a criterion is about, and only people can judge how much it weighs.

    Whether a behaviour change is significant, or matters to several nodes, is not in the diff. The question
    becomes a named decision for the approvers, with the project's sentence.

    Left alone: changes that are decided either way, also by an approver's override.

    Source: the threshold sentences on the process page at the base of the change.
    """
    reasons = context.classification.reasons
    if context.classification.verdict is not Verdict.UNDECIDED or not reasons:
        return
    first = reasons[0]
    yield Question(
        path=first.path,
        line=first.line,
        question=f"Does this change need a design proposal? The project asks for one where it "
        f"“{first.because.rstrip('.')}”, and only people can judge that for {triggers(context)}.",
        anchor="classification",
        owner=", ".join(sorted(approvers(context.snapshot.tip, first.path, context.profile))) or None,
    )
