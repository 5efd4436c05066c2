"""A device of the inventory that prepare changes for good."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checks.context import Context
from checks.functions import Pair, changed_functions
from checks.globs import matches
from checks.model import Defect
from checks.packages import folder_of, packages_of
from checks.pattern import lazy
from checks.proofs import in_function
from checks.rule import CODE, OPTIONAL, rule

PREPARES = lazy(r"(?<![uU]n)[pP]repare\w*|[aA]pply\w*(?:Config|Device)\w*")
UNDOES = lazy(r"[uU]nprepare|[cC]leanup|[rR]ollback|[rR]elease|[rR]estore|[rR]eset|[rR]ediscover|[sS]ibling")
KEPT = lazy(
    r"\b(?P<name>\w+)(?:\s*,\s*\w+)?\s*:=\s*(?:\w+\.)*[aA]llocatable\w*(?:\[[^\]]{1,80}\]|\.Get\w*\([^()]{0,80}\))"
)
DIRECT = lazy(r"\b(?:\w+\.)*[aA]llocatable\w*\[[^\]]{1,80}\]\.(?P<field>[\w.]+)\s*=[^=]")


@rule(OPTIONAL, Context, preview=True, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A function that prepares newly writes to a field of a device in the inventory, and nothing that
    unprepares or rolls back writes to it.

    The entry outlives the claim: after a failed or finished claim the next one finds what this one wrote.

    Left alone: fields that are restored, and entries that are copied first.

    Source: review of another driver, whose inventory kept the mode of a claim that had failed; shown as a
    preview.
    """
    for pair in changed_functions(context.snapshot, context.profile):
        head = pair.head
        if head is None or not PREPARES.fullmatch(head.function.name):
            continue
        if not matches(folder_of(head.file.path), context.profile.contracts.checkpoints):
            continue
        for line, field in _written(pair):
            if not _is_restored(field, folder_of(head.file.path), context):
                yield in_function(
                    pair,
                    line,
                    (
                        f"`{field}` of a device in the inventory is set for a claim, and nothing that "
                        "unprepares sets it back."
                    ),
                    context,
                    about=field,
                )


def _written(pair: Pair) -> Iterator[tuple[int, str]]:
    """Fields of inventory entries that added lines write: line and field."""
    head = pair.head
    if head is None:
        return
    body = head.file.text(head.function.node)
    names = [m["name"] for m in KEPT.finditer(body)]
    by_name = (
        re.compile(rf"^\s*(?:{'|'.join(map(re.escape, names))})\.(?P<field>[\w.]+)\s*=[^=]")
        if names
        else None
    )
    for offset, line in enumerate(body.split("\n")):
        number = head.function.line + offset
        found = DIRECT.search(line) or (by_name.match(line) if by_name else None)
        if found and head.change.touches_head(number):
            yield number, found["field"]


def _is_restored(field: str, folder: str, context: Context) -> bool:
    head = context.snapshot.head
    packages = packages_of(head)
    leaf = field.rpartition(".")[2]
    sets = re.compile(rf"\.{re.escape(leaf)}\s*=[^=]")
    for file in packages.mentioning(folder, f".{leaf}"):
        for function in file.functions:
            if UNDOES.search(function.name) and sets.search(file.text(function.node)):
                return True
    return False
