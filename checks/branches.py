"""Branches of a Go function: their conditions, how they end, and what must hold for a place to be reached."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from checks.functions import Side

if TYPE_CHECKING:
    from tree_sitter import Node

LEAVING = ("return_statement", "continue_statement", "break_statement")


def condition_of(side: Side, statement: Node) -> str:
    """The condition of an `if`, without white space."""
    return side.file.flat(statement.child_by_field_name("condition"))


def is_error(condition: str) -> bool:
    """Whether a condition asks whether something failed."""
    return condition.endswith("err!=nil")


def exit_of(statement: Node) -> Node | None:
    """The return, continue or break that an `if` ends with, or None."""
    block = statement.child_by_field_name("consequence")
    last = [n for n in block.named_children if n.type != "comment"][-1:] if block else []
    while last and last[0].type == "statement_list":
        last = [n for n in last[0].named_children if n.type != "comment"][-1:]
    return last[0] if last and last[0].type in LEAVING else None


def conditions_for(side: Side, node: Node) -> list[str]:
    """What must hold for the node to be reached, from the inside out: branches around it, exits before it."""
    found: list[str] = []
    while node.parent is not None and node != side.function.node:
        parent = node.parent
        if parent.type == "if_statement" and node == parent.child_by_field_name("consequence"):
            found.append(condition_of(side, parent))
        elif parent.type == "if_statement" and node == parent.child_by_field_name("alternative"):
            found.append(f"not ({condition_of(side, parent)})")
        found += _exits_before(side, parent, node)
        node = parent
    return found


def _exits_before(side: Side, parent: Node, node: Node) -> Iterator[str]:
    for sibling in parent.named_children:
        if sibling.start_byte >= node.start_byte:
            return
        if sibling.type == "if_statement" and exit_of(sibling) is not None:
            condition = condition_of(side, sibling)
            if not is_error(condition):
                yield f"not ({condition})"
