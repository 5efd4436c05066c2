"""A chart value that is declared and not read, or read and not declared."""

from __future__ import annotations

from collections.abc import Iterable

from checks.chart import charts
from checks.context import Context
from checks.model import Defect, Fact
from checks.proofs import at_fact
from checks.prose import abridged
from checks.rule import OPTIONAL, rule

MOST_NAMED = 4


@rule(OPTIONAL, Fact, audits=True)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A value is new in values.yaml and no template reads it, or a template newly reads one that is missing.

    The one does nothing when it is set, the other cannot be found by whoever would set it.

    Left alone: values below something that a template prints whole, and values that only a `fail` reads.

    Source: a leaf without a use, or a use without a leaf, was a finding in reviews of the chart.
    """
    if fact.kind == "undeclared-value-added":
        message = f"`{fact.symbol}` is read here and not declared in values.yaml, where users look for it."
        yield at_fact(fact, context, message)
    elif fact.kind == "helm-value-added":
        chart = next(
            (c for c in charts(context.snapshot.head, context.profile) if c.values_path == fact.path), None
        )
        path = tuple(fact.symbol.split("."))
        unread = chart.unused_below(path) if chart else []
        if unread:
            named = abridged((f"`{leaf.name}`" for leaf in unread), MOST_NAMED)
            yield at_fact(fact, context, f"No template reads {named}; setting it does nothing.")
