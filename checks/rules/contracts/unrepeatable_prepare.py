"""A claim that cannot be prepared twice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from checks.branches import exit_of
from checks.checkpoints import state_names
from checks.context import Context
from checks.functions import Side, changed_functions
from checks.model import Defect
from checks.model import Side as Where
from checks.packages import folder_of, packages_of
from checks.proofs import line_at
from checks.rule import BLOCKING, CODE, rule
from checks.snapshot import Source

if TYPE_CHECKING:
    from tree_sitter import Node

    from checks.parse.go import GoFile


@rule(BLOCKING, Context, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """The early return for a claim that is prepared already goes, and no function of its package has one.

    The kubelet calls prepare again after each restart of its own: the devices of a running pod are made,
    bound or reset a second time.

    Left alone: returns that moved to another function of the package.

    Source: the project's plugins, which return the stored devices of a completed claim.
    """
    contracts = context.profile.contracts
    for pair in changed_functions(context.snapshot, context.profile):
        base = pair.base
        if base is None or pair.is_huge or not contracts.checkpoint_done:
            continue
        folder = folder_of(base.file.path)
        names = state_names(context.snapshot.base, contracts, folder, contracts.checkpoint_done)
        gone = _return_for(base.file, base.function.node, names) if names else None
        if gone is not None and pair.head and not _asks_still(pair.head, context):
            yield _defect(base, gone, pair.symbol, context)


def _return_for(file: GoFile, node: Node, names: frozenset[str]) -> Node | None:
    """The first `if` that asks for one of these states and returns without an error."""
    said = file.text(node)
    if not any(name in said for name in names):
        return None
    for found in file.find("if_statement", within=node):
        condition = file.flat(found.child_by_field_name("condition"))
        way_out = exit_of(found)
        asks = any(condition.endswith(f"=={n}") or f"=={n}&&" in condition for n in names)
        if asks and way_out is not None and file.flat(way_out).endswith("nil"):
            return found
    return None


def _asks_still(side: Side, context: Context) -> bool:
    """Whether the function decides on the state in any other way, or one that did not before; or the states
    are gone.
    """
    folder, contracts = folder_of(side.file.path), context.profile.contracts
    names = state_names(context.snapshot.head, contracts, folder, contracts.checkpoint_done)
    if not names or _decides(side.file, side.function.node, names):
        return True
    old, new = (_deciding(source, folder, names) for source in (context.snapshot.base, context.snapshot.head))
    return bool(new - old)


def _deciding(source: Source, folder: str, names: frozenset[str]) -> set[str]:
    """The functions of a folder that decide on one of these states."""
    packages = packages_of(source)
    files = packages.mentioning(folder, *sorted(names))
    return {f.symbol for file in files for f in file.functions if _decides(file, f.node, names)}


def _decides(file: GoFile, node: Node, names: frozenset[str]) -> bool:
    conditions = [i.child_by_field_name("condition") for i in file.find("if_statement", within=node)]
    return any(
        n in file.flat(c) for c in (*conditions, *file.find("expression_case", within=node)) for n in names
    )


def _defect(base: Side, gone: Node, symbol: str, context: Context) -> Defect:
    line = base.file.line(gone)
    return Defect(
        path=base.file.path,
        line=line,
        message=f"`{base.function.name}` no longer returns early for a claim that is prepared; the kubelet "
        "calls it again after a restart, and the devices of a running pod are prepared twice.",
        anchor=symbol,
        text="early return",
        evidence=(line_at(context.snapshot.base, base.file.path, line),),
        side=Where.BASE,
    )
