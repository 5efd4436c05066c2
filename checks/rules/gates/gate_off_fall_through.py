"""A branch for a gate that is off, which only logs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from checks.context import Context
from checks.functions import product_go
from checks.model import Defect, Severity
from checks.parse.go.fingerprint import ENDS, LOGGERS
from checks.parse.go.statements import following, statements
from checks.pattern import lazy
from checks.proofs import line_at
from checks.rule import BLOCKING, CODE, OPTIONAL, rule

if TYPE_CHECKING:
    from tree_sitter import Node

    from checks.parse.go import GoFile

ASKED = r"(?:\w+(?:\(\))?\.)*Enabled\((?:\w+\.)?([A-Z]\w+)\)"
OFF = lazy(rf"!{ASKED}|{ASKED}==false|false=={ASKED}")
KEPT = lazy(rf"(\w+):?={ASKED}\Z")
STAYS = lazy(
    r"\b(?:no-?op|nothing to|skip\w*|ignor\w+|not (?:supported|enabled|applicable|available)|unsupported"
    r"|disabled|return\w*|leav\w+|bail\w*|is off)\b",
    re.I,
)


@rule(BLOCKING, Context, audits=True, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """The branch for a gate that is off does nothing but log, and the code behind it runs all the same.

    The log says that nothing is done, and then the gated work is done.

    Left alone: a branch with a `return`, `continue` or `else`, one at the end of its function, and branches
    that the change does not touch. Where the log does not say that something is left out, or the branch asks
    for more than the gate, this is optional.

    Source: issue 1055 of the project: a cleanup ran with its gate off.
    """
    for change in product_go(context.snapshot, context.profile):
        file = context.snapshot.head.go(change.new_path) if change.new_path else None
        for branch in file.find("if_statement") if file and file.mentions("Enabled(") else ():
            first, last = branch.start_point.row + 1, branch.end_point.row + 1
            if file and change.touches_head(first, last):
                yield from _fallen(file, branch, context)


def _fallen(file: GoFile, branch: Node, context: Context) -> Iterator[Defect]:
    gate, alone = _gate(file, branch)
    said = _logged(file, branch.child_by_field_name("consequence")) if gate else ""
    behind = following(branch) if said and not branch.child_by_field_name("alternative") else None
    if not gate or behind is None or not (alone or STAYS.search(said)):
        return
    line, after = file.line(branch), file.line(behind)
    function = file.function_at(line)
    head = context.snapshot.head
    severity: Severity = BLOCKING if alone and STAYS.search(said) else OPTIONAL
    yield Defect(
        path=file.path,
        line=line,
        message=f"With `{gate}` off this branch only logs, and what follows from line {after} on runs all "
        "the same. Return here, or gate what follows.",
        anchor=function.symbol if function else file.path,
        text=gate,
        evidence=(line_at(head, file.path, line), line_at(head, file.path, after)),
        severity=severity,
    )


def _gate(file: GoFile, branch: Node) -> tuple[str, bool]:
    """The gate that a branch is off without, and whether it asks for nothing else; empty for other ones."""
    terms = file.flat(branch.child_by_field_name("condition")).split("&&")
    for term in terms:
        found = OFF.fullmatch(term)
        gate = next((g for g in found.groups() if g), "") if found else _kept(file, branch, term)
        if gate:
            return gate, len(terms) == 1
    return "", False


def _kept(file: GoFile, branch: Node, term: str) -> str:
    """The gate whose state a variable was given in the same function, for `!enabled`."""
    function = file.function_at(file.line(branch)) if re.fullmatch(r"!\w+", term) else None
    if function is None:
        return ""
    for node in file.find("short_var_declaration", "assignment_statement", within=function.node):
        kept = KEPT.fullmatch(file.flat(node))
        if kept and kept[1] == term[1:]:
            return kept[2]
    return ""


def _logged(file: GoFile, block: Node | None) -> str:
    """The words of a block's log calls; empty where it holds anything else, or nothing."""
    found = statements(block)
    calls = [file.call(s.named_children[0]) for s in found if s.type == "expression_statement"]
    if not found or len(calls) != len(found):
        return ""
    if not all(c and LOGGERS.fullmatch(c.name) and not ENDS.match(c.method) for c in calls):
        return ""
    return " ".join(words for s in found for words, _ in file.strings(s))
