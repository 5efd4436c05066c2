"""A state of a claim that is written and never asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checks.context import Context
from checks.model import Defect, Fact
from checks.packages import folder_of, packages_of
from checks.proofs import at_fact
from checks.rule import OPTIONAL, rule


@rule(OPTIONAL, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A state is added to the checkpoint's claims, code puts claims into it, and no condition or case of the
    component asks for it.

    Claims that are left in it by a crash or a forced deletion stay there: nothing rolls them back, and the
    checkpoint grows.

    Left alone: states that nothing writes yet, and those that any comparison names.

    Source: issue 840 of the project, where claims that had begun were never removed.
    """
    if fact.kind != "checkpoint-state-added" or not fact.detail.isidentifier():
        return
    lines = list(_lines(fact, context))
    asks = re.compile(
        rf"(?:[!=]=\s*(?:\w+\.)?{fact.detail}\b|\b{fact.detail}\s*[!=]=|\bcase\b[^:]*\b{fact.detail}\b)"
    )
    writes = re.compile(
        rf"(?:[^=!]=|:)\s*(?:\w+\.)?{fact.detail}\b(?!\s*(?:{re.escape(fact.traits.get('type', ''))}\b))"
    )
    if any(writes.search(line) for line in lines) and not any(asks.search(line) for line in lines):
        message = (
            f"Claims are put into `{fact.symbol}`, and nothing asks whether one is in it. What takes a claim "
            "out of it after a crash or a forced deletion?"
        )
        yield at_fact(fact, context, message)


def _lines(fact: Fact, context: Context) -> Iterator[str]:
    """Lines of the component that name the constant, its declaration apart."""
    head = context.snapshot.head
    packages = packages_of(head)
    for file in packages.mentioning(fact.traits.get("plugin", folder_of(fact.path)), fact.detail):
        text = head.text(file.path)
        for number, line in enumerate(text.lines if text else (), 1):
            if fact.detail in line and (file.path, number) != (fact.path, fact.line):
                yield line.partition("//")[0]
