"""A component that is changed, and that the proposal does not name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.answers import brief, has_boxes, quote, ticked
from checks.classification.criteria import is_kind
from checks.context import Context
from checks.functions import changed_functions
from checks.globs import matches
from checks.model import Defect, Evidence, Side
from checks.parse.markdown import Block
from checks.proofs import line_at
from checks.proposal import Proposal
from checks.rule import BLOCKING, rule
from checks.rules.drift.both import bound, proof
from config.profile import Component

BESIDE = ("docs", "tests")  # they go with every change


@rule(BLOCKING, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """The change touches a component whose box stands empty in its proposal.

    Whoever agreed to the design did not look at that component.

    Left alone: documentation and tests, boxes that the document does not have, proposals without a tick, and
    code that differs in names, comments and logs only.

    Source: the template: check all components that apply.
    """
    for proposal in bound(context):
        boxes = dict(_empty_boxes(proposal, context)) if has_boxes(proposal) else {}
        for component in context.profile.components if ticked(proposal, context) else ():
            shown = _touched(component, context) if component.id in boxes else None
            if shown:
                evidence, side = shown
                name = brief(boxes[component.id].plain, 60)
                yield Defect(
                    path=evidence.path,
                    line=evidence.line,
                    message=f"This changes “{name}”, and the proposal leaves its box empty. Tick it and "
                    "say in "
                    "the design what happens there, or take the change out.",
                    anchor=component.id,
                    text=f"{proposal.path} {component.id}",
                    evidence=(evidence, quote(proposal, boxes[component.id].line)),
                    side=side,
                )


def _empty_boxes(proposal: Proposal, context: Context) -> Iterator[tuple[str, Block]]:
    """Components whose box is there and empty."""
    for block, tick in proposal.components():
        if tick:
            continue
        said = block.text.replace("`", "").casefold()
        for component in context.profile.components:
            labels = (label.replace("`", "").casefold() for label in component.labels)
            if component.id not in BESIDE and any(said.startswith(label) for label in labels):
                yield component.id, block


def _touched(component: Component, context: Context) -> tuple[Evidence, Side] | None:
    """The first line that touches a component: a fact, or a function that does something else."""
    for fact in context.facts.all:
        if any(is_kind(fact, kind) for kind in component.facts):
            return proof(fact, context), fact.side
    for pair in changed_functions(context.snapshot, context.profile) if component.paths else ():
        where = pair.head
        if where and matches(where.file.path, component.paths):
            line = where.function.line
            return line_at(context.snapshot.head, where.file.path, line), Side.HEAD
    return None
