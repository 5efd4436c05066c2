"""Helm values that a sentence of a proposal names and that no chart of the base declares."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.chart import Leaf, Path, charts
from checks.context import Context
from checks.pattern import lazy
from checks.prose import Sentence, called

VALUE = lazy(r"\b(?:helm|chart) values?\b", re.I)
PATH = lazy(r"[A-Za-z]\w{0,60}(?:\.[A-Za-z]\w{0,60}){0,8}(?==|\Z)")  # `plugin.warm`, `plugin.warm=true`


def new_values(sentence: Sentence, context: Context) -> Iterator[str]:
    """Paths that the sentence calls Helm or chart values; none where the project has no chart.

    The end of a declared path, such as `imex.mode`, is known too.
    """
    there = charts(context.snapshot.base, context.profile)
    for code in called(sentence, VALUE) if there else ():
        found = PATH.match(code)
        path = tuple(found[0].split(".")) if found else ()
        if path and not any(chart.declares(path) or _ends(chart.leaves, path) for chart in there):
            yield ".".join(path)


def _ends(leaves: tuple[Leaf, ...], path: Path) -> bool:
    return any(leaf.path[at : at + len(path)] == path for leaf in leaves for at in range(len(leaf.path)))
