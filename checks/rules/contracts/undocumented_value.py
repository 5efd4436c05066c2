"""A chart value that the reference does not have."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checks.chart import charts
from checks.companions import companions_of, files_of, names
from checks.context import Context
from checks.model import Defect, Fact
from checks.pattern import lazy
from checks.proofs import at_fact, line_at
from checks.prose import abridged
from checks.rule import OPTIONAL, rule
from config.profile import Companion

MOST_NAMED = 4
TABLE = lazy(r"^\|\s*`", re.M)


@rule(OPTIONAL, Fact, audits=True)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A chart value is added, and the page that lists the values does not name it.

    Left alone: projects without such a page, values below one that the page names as a whole, and values
    that were missing before.

    Why it matters: a value that is not on the page is found by reading templates.

    Source: the profile's companions of chart values.
    """
    if fact.kind != "helm-value-added":
        return
    leaves = _leaves(fact, context)
    for companion in companions_of(fact, context.profile):
        files = files_of(companion, context.snapshot)
        missing = [leaf for leaf in leaves if not _is_named(leaf, companion, context)] if files else []
        if missing:
            named = abridged((f"`{leaf}`" for leaf in missing), MOST_NAMED)
            text = context.snapshot.head.text(files[0])
            row = TABLE.search(text.text) if text else None
            line = text.line_at(row.start()) if text and row else 1
            proof = line_at(context.snapshot.head, files[0], line)
            message = f"{companion.name[:1].upper()}{companion.name[1:]} does not name {named}."
            yield at_fact(fact, context, message, proof)


def _leaves(fact: Fact, context: Context) -> list[str]:
    path = tuple(fact.symbol.split("."))
    for chart in charts(context.snapshot.head, context.profile):
        if chart.values_path == fact.path:
            return [leaf.name for leaf in chart.leaves_below(path)]
    return [fact.symbol]


def _is_named(leaf: str, companion: Companion, context: Context) -> bool:
    """Whether the page names the value, or all that is below something above it (`above.*`)."""
    parts = leaf.split(".")
    above = [".".join(parts[:n]) for n in range(1, len(parts))]
    wanted = [leaf, *(f"{part}.*" for part in above)]
    return names(companion, context.snapshot, *wanted) is not None
