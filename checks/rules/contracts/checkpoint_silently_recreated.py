"""A checkpoint that cannot be read, and is written anew."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from checks.context import Context
from checks.functions import changed_functions
from checks.globs import matches
from checks.model import Defect
from checks.packages import folder_of
from checks.pattern import lazy
from checks.proofs import in_function
from checks.rule import CODE, OPTIONAL, rule

if TYPE_CHECKING:
    from tree_sitter import Node

    from checks.parse.go import GoFile

READS = lazy(r"(?:get|read|load|restore|unmarshal)\w*Checkpoint\(", re.I)
WRITES = lazy(r"(?:create|write|store|save|new|init|reset)\w*Checkpoint\w*", re.I)
FAILS = lazy(r"\b\w*[eE]rr\w*!=nil")
ABSENT = lazy(r"IsNotExist|NotFound|ErrNotExist|errors\.Is|ENOENT|==nil|Missing")


@rule(OPTIONAL, Context, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """The branch for any error of reading the checkpoint newly writes a fresh one, and does not return.

    What is prepared on the node is forgotten: pods go on with devices that are handed out again.

    Left alone: branches for a file that is not there, and those that return the error.

    Source: review of an example driver: is recreating the checkpoint in silence needed for this change?
    """
    for pair in changed_functions(context.snapshot, context.profile):
        head = pair.head
        if head is None or not matches(folder_of(head.file.path), context.profile.contracts.checkpoints):
            continue
        before = head.change.touches_head
        for branch in head.file.find("if_statement", within=head.function.node):
            line = head.file.line(branch)
            if before(line, branch.end_point.row + 1) and _recreates(head.file, branch):
                yield in_function(
                    pair,
                    line,
                    (
                        "Whatever keeps the checkpoint from being read, a fresh one is written here, and "
                        "prepared claims are forgotten. Do so only where there is none, or say it aloud."
                    ),
                    context,
                    about="recreated",
                )


def _recreates(file: GoFile, branch: Node) -> bool:
    condition = file.flat(branch.child_by_field_name("condition"))
    body = branch.child_by_field_name("consequence")
    if body is None or not FAILS.search(condition) or ABSENT.search(condition):
        return False
    start = file.flat(branch.child_by_field_name("initializer"))
    above = branch.prev_named_sibling
    reads = READS.search(start) or (not start and above is not None and READS.search(file.flat(above)))
    words = file.text(body)
    writes = any(WRITES.fullmatch(call.method) for call in file.calls(body))
    return bool(reads and writes and not ABSENT.search(words) and "return" not in words)
