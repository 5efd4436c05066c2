"""A claim that was begun, and that unprepare leaves where it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from checks.checkpoints import state_names
from checks.context import Context
from checks.functions import Side, changed_functions
from checks.model import Defect
from checks.packages import folder_of
from checks.parse.go.fingerprint import LOGGERS
from checks.parse.go.statements import statements
from checks.pattern import lazy
from checks.proofs import in_function
from checks.rule import CODE, OPTIONAL, rule

if TYPE_CHECKING:
    from tree_sitter import Node

    from checks.parse.go import GoFile

UNPREPARES = lazy(r"\w*[uU]nprepare\w*")


@rule(OPTIONAL, Context, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A function that unprepares newly has a branch for claims that were only begun, and it logs and returns.

    The claim stays in the checkpoint for ever, with whatever was done for it, and the next one finds the
    device taken.

    Left alone: branches that do anything else, and those that stood before.

    Source: issue 840 of the project, where such claims were never removed and the checkpoint grew.
    """
    contracts = context.profile.contracts
    for pair in changed_functions(context.snapshot, context.profile):
        head = pair.head
        if head is None or pair.is_huge or not UNPREPARES.fullmatch(head.function.name):
            continue
        names = state_names(
            context.snapshot.head, contracts, folder_of(head.file.path), contracts.checkpoint_begun
        )
        kept = _kept(head, names) if names else None
        if kept is not None and not (pair.base and _kept(pair.base, names) is not None):
            line = head.file.line(kept)
            yield in_function(
                pair,
                line,
                (
                    f"`{head.function.name}` leaves claims that were only begun in the checkpoint: "
                    "nothing takes them out, nor takes back what was done for them."
                ),
                context,
                about="begun claim kept",
            )


def _kept(side: Side, names: frozenset[str]) -> Node | None:
    """The branch for begun claims that does nothing but log and return."""
    word = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, names)))})\b")
    file = side.file
    for found in file.find("if_statement", within=side.function.node):
        condition = file.flat(found.child_by_field_name("condition"))
        asks = "==" in condition and word.search(condition)
        if asks and _only_returns(file, statements(found.child_by_field_name("consequence"))):
            return found
    for found in file.find("expression_case", within=side.function.node):
        value, body = (
            found.child_by_field_name("value"),
            [n for n in found.named_children if n.type != "comment"],
        )
        if value is not None and word.search(file.text(value)):
            inner = [s for n in body[1:] for s in (statements(n) if n.type == "statement_list" else [n])]
            if _only_returns(file, inner):
                return found
    return None


def _only_returns(file: GoFile, inner: list[Node]) -> bool:
    """Whether statements are log calls and a return without an error."""
    if not inner or inner[-1].type != "return_statement" or not file.flat(inner[-1]).endswith("nil"):
        return False
    calls = [file.call(s.named_children[0]) if s.type == "expression_statement" else None for s in inner[:-1]]
    return all(call is not None and LOGGERS.fullmatch(call.name) for call in calls)
