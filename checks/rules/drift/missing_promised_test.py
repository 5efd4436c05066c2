"""A test that the proposal promises and that is not there."""

from __future__ import annotations

from collections.abc import Iterable

from checks.answers import quote
from checks.context import Context
from checks.model import Defect, Verdict
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.rule import OPTIONAL, rule
from checks.rules.drift.both import bound
from checks.rules.drift.promised import promised

TEST = lazy(r"((?:[\w.-]+/)*[\w.-]+(?:_test\.go|\.bats|_test\.py|\.test\.ts|-test\.sh))")


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """The code of a proposal comes, and a test file that its test plan names does not exist at the head.

    Left alone: tests for a later slice or stage, plans without file names, and changes that bring no code
    over the threshold.

    Why it matters: the plan was agreed with its tests; later they are never written.

    Source: the test plan of the proposal, against the head.
    """
    reasons = context.classification.reasons
    if context.classification.verdict is Verdict.REQUIRED and reasons:
        for proposal in bound(context):
            yield from _missing(proposal, context)


def _missing(proposal: Proposal, context: Context) -> Iterable[Defect]:
    paths = context.snapshot.head.paths()
    first = context.classification.reasons[0]
    for name, sentence in promised(proposal.section("tests"), TEST):
        if not any(path == name or path.endswith(f"/{name}") for path in paths):
            yield Defect(
                path=proposal.path,
                line=sentence.line,
                message=f"The code comes ({first.path}:{first.line}) without the promised test `{name}`.",
                section=sentence.section.title,
                anchor=sentence.section.title,
                text=name,
                evidence=(quote(proposal, sentence.line),),
            )
