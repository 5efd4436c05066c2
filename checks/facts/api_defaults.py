"""What API objects hold where their author says nothing, as functions tell that fill it in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from checks.facts.api_types import Check, checking
from checks.facts.sides import GoSide, go_sides, pair
from checks.model import Fact
from checks.snapshot import Snapshot
from config.profile import Profile

FILES = (".go",)

if TYPE_CHECKING:
    from tree_sitter import Node

FILLS = ("Default", "SetDefaults")
IDENTITY = ("TypeMeta", "APIVersion", "Kind")


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """`behavior-changed` with the aspect `api-default`, at a function that fills in other fields or words.

    A field that comes with the change may be filled in as it likes.
    """
    base, head = go_sides(snapshot, profile, profile.contracts.api_types)
    fresh = _fields(head) - _fields(base)
    filling = pair((base, _filling(base)), (head, _filling(head)), lambda c: c.function.symbol)
    for old, new in filling.kept:
        said = next(_differences(_given(old), _given(new), fresh), None)
        if said:
            line, symbol = new.function.line, new.function.symbol
            traits = {"aspect": "api-default"}
            yield Fact("behavior-changed", new.path, line, symbol, said[:200], traits=traits)


def _fields(side: GoSide) -> set[str]:
    return {field.name for file in side.files for type_ in file.types for field in type_.fields}


def _filling(side: GoSide) -> list[Check]:
    return [check for check in checking(side) if check.function.name.startswith(FILLS)]


def _differences(before: dict[str, str], after: dict[str, str], fresh: set[str]) -> Iterator[str]:
    for name, value in before.items():
        if name not in after:
            yield f"no longer fills in {name}"
        elif value and after[name] and after[name] != value:
            yield f"fills in {name} with {after[name]}, was {value}"
    yield from (f"fills in {name} now" for name in after if name not in before and name not in fresh)


def _given(check: Check) -> dict[str, str]:
    """Each field that is set, with the word it gets where that is constant."""
    file = check.file
    found: dict[str, str] = {}
    for literal in file.literals(check.function.node):
        for entry in literal.entries:
            if entry.key and entry.key not in IDENTITY:
                found.setdefault(entry.key, _word(check, entry.value))
    for statement in file.find("assignment_statement", within=check.function.node):
        target = file.flat(statement.child_by_field_name("left"))
        if "." in target:
            found.setdefault(target.rpartition(".")[2], _word(check, statement.child_by_field_name("right")))
    return found


def _word(check: Check, node: Node | None) -> str:
    if node is not None and node.type == "expression_list" and node.named_child_count == 1:
        node = node.named_children[0]
    return check.file.string(node) or ""
