"""Statements of a Go block, and whether it leaves what it stands in."""

from __future__ import annotations

from tree_sitter import Node

LEAVING = ("return_statement", "continue_statement", "break_statement", "goto_statement")


def statements(block: Node | None) -> list[Node]:
    """The statements of a block in order, comments left out."""
    found = [n for n in block.named_children if n.type != "comment"] if block else []
    while len(found) == 1 and found[0].type == "statement_list":
        found = [n for n in found[0].named_children if n.type != "comment"]
    return found


def leaves(block: Node | None) -> bool:
    """Whether the block's last statement goes elsewhere by itself; no call counts, not even `os.Exit`."""
    found = statements(block)
    return bool(found) and found[-1].type in LEAVING


def following(statement: Node) -> Node | None:
    """The statement behind this one in the same block, or None."""
    after = statement.next_named_sibling
    while after is not None and after.type == "comment":
        after = after.next_named_sibling
    return after
