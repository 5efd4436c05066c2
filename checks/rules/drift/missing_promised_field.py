"""A field that the proposal promises and that did not come with its siblings."""

from __future__ import annotations

from collections.abc import Iterable

from checks.answers import quote
from checks.context import Context
from checks.model import Defect
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.rule import OPTIONAL, rule
from checks.rules.drift.both import bound, proof
from checks.rules.drift.promised import promised

FIELD = lazy(r"(?:[\w.]+\.)?([a-z][A-Za-z0-9]{2,})")
LANDED = ("api-field-added", "api-kind-added", "crd-field-added")


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """The change brings some of the fields that the proposal lists for this slice, and others are nowhere.

    Left alone: fields for a later slice or stage, names that exist anywhere in the code at the head, and
    changes that bring none of the fields.

    Why it matters: an API that ships by halves is served by halves.

    Source: the API changes of the proposal, against the head.
    """
    landed = list(context.facts.of(*LANDED))
    for proposal in bound(context) if landed else ():
        yield from _missing(proposal, context)


def _missing(proposal: Proposal, context: Context) -> Iterable[Defect]:
    names = dict(promised(proposal.section("api-changes"), FIELD))
    landed = {f.symbol.rpartition(".")[2]: f for f in context.facts.of(*LANDED)}
    here = [name for name in names if name in landed]
    left = [name for name in names if name not in landed]
    if not here or not left:
        return
    known = context.snapshot.head.grep(left, ("vendor", "site", "docs"))
    for name in left:
        if name not in known:
            sentence = names[name]
            yield Defect(
                path=proposal.path,
                line=sentence.line,
                message=f"`{here[0]}` comes with this change, and `{name}`, promised beside it, is nowhere.",
                section=sentence.section.title,
                anchor=sentence.section.title,
                text=name,
                evidence=(quote(proposal, sentence.line), proof(landed[here[0]], context)),
            )
