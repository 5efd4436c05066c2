"""A device that is not announced where a new attribute of it cannot be found out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from checks.context import Context
from checks.functions import Pair, changed_functions
from checks.model import Defect, Fact
from checks.packages import folder_of
from checks.pattern import lazy
from checks.proofs import in_function, line_at
from checks.rule import CODE, OPTIONAL, rule

if TYPE_CHECKING:
    from tree_sitter import Node

    from checks.parse.go import GoFile

DISCOVERS = lazy(r"(?:get|enumerate|discover|list|find)\w*(?:Info|Infos|Device|Devices|Gpus?|GPUs?)", re.I)
QUERY = lazy(r"\A(?P<names>[\w, ]+?)\s*:?=\s*(?P<call>[\w.]*\bGet\w+)\(")
FAILED = lazy(r"\b(?:\w*err\w*|ret\w*)\s*!=\s*(?:nil|[\w.]*SUCCESS)", re.I)
AROUND = 2


@rule(OPTIONAL, Context, preview=True, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A function that finds devices newly asks for a value which only a new attribute needs, and gives the
    whole device up where it cannot be had.

    On a platform without the value the node announces no device at all, as it did before the change.

    Left alone: queries that are skipped or logged when they fail, and values that more than an attribute
    needs, as far as the change shows.

    Source: an attribute of the project that took all devices from machines on which its value was unknown;
    shown as a preview, since some values are there on every machine.
    """
    added = list(context.facts.of("device-attribute-added"))
    for pair in changed_functions(context.snapshot, context.profile) if added else ():
        head = pair.head
        if head is None or pair.base is None or not DISCOVERS.fullmatch(head.function.name):
            continue
        for line, name, call in _queries(pair):
            fact = next((f for f in added if _needs(f, name, head.file, context)), None)
            if fact:
                yield in_function(
                    pair,
                    line,
                    (
                        f"Where `{call}` fails the device is not announced at all, for the sake of "
                        f"`{fact.symbol}` alone. Leave the attribute out, and say so in the log."
                    ),
                    context,
                    line_at(context.snapshot.head, fact.path, fact.line),
                    about=f"{call} {name}",
                )


def _queries(pair: Pair) -> Iterator[tuple[int, str, str]]:
    """New queries whose failure ends the function: line, name of the value, and what is called."""
    head = pair.head
    if head is None:
        return
    before = pair.base.file.text(pair.base.function.node) if pair.base else ""
    for branch in head.file.find("if_statement", within=head.function.node):
        statement = branch.child_by_field_name("initializer") or branch.prev_named_sibling
        found = QUERY.match(head.file.text(statement)) if statement is not None else None
        ends = _ends(head.file, branch)
        if found and ends and f"{found['call']}(" not in before:
            yield head.file.line(branch), found["names"].partition(",")[0].strip(), found["call"]


def _ends(file: GoFile, branch: Node) -> bool:
    body = branch.child_by_field_name("consequence")
    failed = FAILED.search(file.text(branch.child_by_field_name("condition")))
    return bool(
        failed and body is not None and re.search(r"\breturn\b[^\n]*(?:Errorf|err\b)", file.text(body))
    )


def _needs(fact: Fact, name: str, file: GoFile, context: Context) -> bool:
    """Whether the lines that publish an attribute name the value."""
    text = context.snapshot.head.text(fact.path)
    lines = text.between(fact.line - AROUND, fact.line + AROUND) if text else ""
    return folder_of(fact.path) == folder_of(file.path) and bool(re.search(rf"\b{re.escape(name)}\b", lines))
