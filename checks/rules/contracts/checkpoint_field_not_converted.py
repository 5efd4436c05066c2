"""A checkpoint field that is lost on the way from one version to another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from checks.context import Context
from checks.model import Defect, Fact
from checks.packages import Packages, folder_of, packages_of
from checks.pattern import lazy
from checks.proofs import at_fact, line_at
from checks.rule import OPTIONAL, rule

if TYPE_CHECKING:
    from checks.parse.go import Function, GoFile, Literal

CONVERTS = lazy(r"(?:[tT]o|[fF]rom)(?:V\d\w*|Latest\w*)|(?:[cC]onvert|[mM]igrate|[uU]pgrade|[dD]owngrade)\w*")
COPIED = 2  # fields of the literal that are taken from a value, so that it is a copy


@rule(OPTIONAL, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A field is added to a struct of the checkpoint, and a function that converts the struct between
    versions leaves it out, though both sides have a field of that name.

    What it holds is lost with the first restart after an upgrade or a downgrade.

    Left alone: structs that no such function makes, fields that only one side has, and functions that set
    the field after the literal.

    Source: the conversions between the versions of the project's checkpoint copy field by field.
    """
    if fact.kind != "checkpoint-field-added":
        return
    owner, _, name = fact.symbol.partition(".")
    for file, function, literal in _copies(fact, context):
        if not literal.entry(name) and not re.search(rf"\.{name}\s*=[^=]", file.text(function.node)):
            line = line_at(context.snapshot.head, file.path, literal.line)
            message = (
                f"`{function.symbol}` makes a `{literal.type}` without `{name}`: what the new field of "
                f"`{owner}` holds is lost when the checkpoint is converted."
            )
            yield at_fact(fact, context, message, line, about=f"{function.symbol} {name}")


def _copies(fact: Fact, context: Context) -> Iterator[tuple[GoFile, Function, Literal]]:
    """Literals of converting functions that copy from a value with the field to a struct with the field."""
    owner, _, name = fact.symbol.partition(".")
    folder = folder_of(fact.path)
    packages = packages_of(context.snapshot.head)
    added = {f.symbol for f in context.facts.of("checkpoint-field-added")}
    for file in packages.mentioning(folder, owner):
        for function in file.functions:
            if not CONVERTS.fullmatch(function.name) or not function.body:
                continue
            given = {function.receiver, *re.findall(r"\w+", function.parameters)}
            for literal in file.literals(function.node):
                made = literal.type.lstrip("*&")
                if owner not in {made, *given} or not _has(packages, file, made, name):
                    continue
                sources = [
                    g for g in given if g != made and g[:1].isupper() and _has(packages, file, g, name)
                ]
                if owner == made and any(f"{source}.{name}" in added for source in sources):
                    continue
                copied = [e for e in literal.entries if e.key and file.flat(e.value).endswith(f".{e.key}")]
                if sources and len(copied) >= min(COPIED, len(literal.entries)) and copied:
                    yield file, function, literal


def _has(packages: Packages, file: GoFile, type_: str, name: str) -> bool:
    found = packages.type(file, type_) if type_ else None
    return bool(found and any(f.name == name for f in found[1].fields))
