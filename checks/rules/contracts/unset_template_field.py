"""A field of a template's data that nobody fills in."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect, Fact
from checks.packages import folder_of, packages_of
from checks.proofs import at_fact, line_at
from checks.rule import OPTIONAL, rule


@rule(OPTIONAL, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A field is added to the data of an object template, and the code that makes the data does not set it.

    The template renders, with an empty value where the setting should be.

    Left alone: structs that no literal of their package makes, and fields that are assigned elsewhere.

    Source: template, struct and the code between them move in one change in the project.
    """
    if fact.kind != "template-field-added":
        return
    head, folder = context.snapshot.head, folder_of(fact.path)
    packages = packages_of(head)
    declaring = head.go(fact.path)
    owner = (
        next((t.name for t in declaring.types if t.line <= fact.line <= t.end_line), "") if declaring else ""
    )
    name = fact.symbol.rpartition(".")[2]
    made = [
        (file.path, literal)
        for file in packages.mentioning(folder, f"{owner}{{")
        for literal in file.literals()
        if owner and literal.type == owner and any(entry.key for entry in literal.entries)
    ]
    sets = re.compile(rf"\.{re.escape(name)}\s*=[^=]")
    assigned = any(sets.search(file.source.decode()) for file in packages.mentioning(folder, f".{name}"))
    if made and not assigned and not any(literal.entry(name) for _, literal in made):
        path, literal = made[0]
        message = f"Nothing sets `{name}` where a `{owner}` is made; the template gets an empty value."
        yield at_fact(fact, context, message, line_at(head, path, literal.line))
