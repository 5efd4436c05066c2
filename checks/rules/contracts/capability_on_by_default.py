"""Something new that everybody gets with the next upgrade."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checks.chart import Chart, Leaf, charts
from checks.context import Context
from checks.model import Defect, Fact
from checks.pattern import lazy
from checks.proofs import at_fact, line_at
from checks.prose import names_any
from checks.rule import OPTIONAL, rule

SWITCH = lazy(r"enabled?\Z", re.I)


@rule(OPTIONAL, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A chart value or an API field that switches something on is new, and on by default.

    Every installation gets it with the upgrade, also where it is of no use or in the way.

    Left alone: switches of what stood before without one, values that no condition of a template asks for,
    and what a proposal of the change names.

    Source: review of an operator's API: no good reason to run it by default where the hardware is not there.
    """
    documents = [p.document.text.text for p in (*context.proposals, *context.linked)]
    if fact.kind == "api-field-added" and fact.traits.get("default") == "true":
        leaf = fact.symbol.rpartition(".")[2]
        if not any(names_any(text, (leaf,)) for text in documents):
            yield at_fact(fact, context, _said(fact.symbol))
    elif fact.kind == "helm-value-added":
        for chart, leaf_ in _switches(fact, context):
            guarded = _guards_new(chart, leaf_, context)
            if guarded and not any(names_any(text, (leaf_.name,)) for text in documents):
                proof = line_at(context.snapshot.head, chart.values_path, leaf_.line)
                yield at_fact(fact, context, _said(leaf_.name), proof, about=leaf_.name)


def _said(name: str) -> str:
    return (
        f"`{name}` is new and on by default: everybody gets it with the next upgrade. Say why, or let "
        "those who want it turn it on."
    )


def _switches(fact: Fact, context: Context) -> Iterator[tuple[Chart, Leaf]]:
    path = tuple(fact.symbol.split("."))
    for chart in charts(context.snapshot.head, context.profile):
        if chart.values_path == fact.path:
            for leaf in chart.leaves_below(path):
                if leaf.node.plain() is True and SWITCH.search(leaf.path[-1]):
                    yield chart, leaf


def _guards_new(chart: Chart, leaf: Leaf, context: Context) -> bool:
    """Whether a template that the change adds asks for it: what it switches is new, too."""
    new = {c.new_path for c in context.snapshot.changes if c.status == "A"}
    return any(use.file in new for use in chart.uses_of(leaf.path))
