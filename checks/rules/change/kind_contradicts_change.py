"""A change that is said to be of another kind than it is."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.description import kinds
from checks.model import Defect, Verdict
from checks.rule import OPTIONAL, rule
from checks.rules.change.proof import because, proof_of, triggers

MODEST = ("bug", "cleanup", "documentation")
AMBITIOUS = frozenset(("feature", "api-change", "deprecation", "design"))


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """The description calls the change a bug fix, a cleanup or documentation, and it changes a contract.

    Release notes are sorted by kind, and reviewers choose by it how closely to look.

    Left alone: a change that is also called a feature, changes without such a contract, and kinds that stand
    in comments of the template.

    Source: the kinds of the pull request template, and the threshold on the process page.
    """
    said = kinds(context.subject)
    modest = [k for k in MODEST if k in said]
    reasons = context.classification.reasons
    required = context.classification.verdict is Verdict.REQUIRED and context.classification.override is None
    if not (context.subject.posted and modest and reasons and required) or said & AMBITIOUS:
        return
    place = proof_of(reasons[0], context)
    yield Defect(
        path=place.path,
        line=place.line,
        message=f"The description says kind {modest[0]}, and the change brings more ({triggers(context)}).",
        anchor="kind",
        text=modest[0],
        evidence=because(context),
        side=place.side,
    )
