"""A change over the threshold without a proposal."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect, Side, Verdict
from checks.rule import BLOCKING, rule
from checks.rules.change.proof import because, proof_of, triggers


@rule(BLOCKING, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """The change crosses the project's threshold, and neither holds nor links a proposal in the repository.

    A proposal settles scope, surface and upgrade before code is written; later they are expensive to move.

    Left alone: changes that are exempt or undecided, changes with a proposal of their own, and those whose
    title or description names a proposal of the repository by its number or file name.

    Source: the threshold sentences on the process page at the base of the change.
    """
    reasons = context.classification.reasons
    if context.classification.verdict is not Verdict.REQUIRED or context.proposals or context.linked:
        return
    place = proof_of(reasons[0], context) if reasons else None
    change = context.snapshot.changes[0]
    folder = context.process.folder
    what = f" ({triggers(context)})" if reasons else ""
    yield Defect(
        path=place.path if place else change.path,
        line=place.line if place else 1,
        message=f"This change needs a design proposal{what}, and neither holds nor names one. "
        + (
            f"Add one to `{folder}`, or name its number in the description." if folder else "Add or name one."
        ),
        anchor="proposal",
        text="absent",
        evidence=because(context),
        side=place.side if place else Side.HEAD,
    )
