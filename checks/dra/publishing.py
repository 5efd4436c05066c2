"""How a plugin publishes its devices: which functions do, and the field that holds what they publish."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct, field

from checks.facts.sides import GoSide
from checks.snapshot import Source

if TYPE_CHECKING:
    from tree_sitter import Node

    from checks.parse.go import Function, GoFile

PUBLISH = "PublishResources"  # the method of Kubernetes' kubeletplugin.Helper
SLICE = "resourceslice.Slice"
ENABLED = re.compile(r"(?<![!\w.])(?:\w+\.)?Enabled\((?:\w+\.)?(\w+)\)")
FIELD = re.compile(r"(?:\w+\.)+(\w+)")
MOST_FUNCTIONS = 2_000
MOST_HOPS = 12


class Deed(Struct, frozen=True):
    """A call in a function, with the gates that its branches ask for."""

    method: str
    line: int
    gates: frozenset[str]


class Body(Struct):
    """A function of the plugin with what it calls."""

    file: GoFile
    function: Function
    deeds: list[Deed] = field(default_factory=list)


class Publishing(Struct):
    """The functions of one plugin, the fields that hold its devices, and who changes what is in them.

    `crowded` are functions that put all devices into one slice.
    """

    bodies: list[Body] = field(default_factory=list)
    holders: set[str] = field(default_factory=set)
    changers: set[str] = field(default_factory=set)
    crowded: list[Body] = field(default_factory=list)

    def callers(self, name: str) -> Iterator[tuple[Body, frozenset[str]]]:
        """The functions that call this one, theirs in turn, with the gates asked for on the way there."""
        seen, waiting = {name}, [(name, frozenset[str]())]
        for _ in range(MOST_HOPS):
            found = [
                (b, g | d.gates) for n, g in waiting for b in self.bodies for d in b.deeds if d.method == n
            ]
            yield from found
            waiting = [(b.function.name, gates) for b, gates in found if b.function.name not in seen]
            seen |= {name for name, _ in waiting}
            if not waiting:
                return

    def publishes(self, body: Body) -> list[frozenset[str]]:
        """The gates of each place where a function publishes, be it through one that it calls."""
        return [d.gates for d in body.deeds if d.method == PUBLISH or d.method in self._publishers]

    @property
    def _publishers(self) -> set[str]:
        return {b.function.name for b in self.bodies if any(d.method == PUBLISH for d in b.deeds)}


def publishing(source: Source, folder: str) -> Publishing:
    """How the plugin in a folder publishes; empty where no function of it does."""
    return source.once("publishing", folder, lambda: _publishing(source, folder))


def gates_at(file: GoFile, function: Function, node: Node) -> frozenset[str]:
    """The gates that are on where a node is reached, as far as the branches of its function say."""
    gates: set[str] = set()
    inner, outer = node, node.parent
    while outer is not None and inner.start_byte > function.node.start_byte:
        if outer.type == "if_statement" and inner == outer.child_by_field_name("consequence"):
            gates |= set(ENABLED.findall(file.flat(outer.child_by_field_name("condition"))))
        inner, outer = outer, outer.parent
    return frozenset(gates)


def _publishing(source: Source, folder: str) -> Publishing:
    packages = GoSide(source).packages
    found = Publishing()
    if not any(True for _ in packages.mentioning(folder, f".{PUBLISH}(")):
        return found
    functions = [(f, one) for f in packages.mentioning(folder, "func ") for one in f.functions]
    for file, function in functions[:MOST_FUNCTIONS]:
        calls = file.calls(function.node)
        deeds = [Deed(c.method, c.line, gates_at(file, function, c.node)) for c in calls]
        found.bodies.append(Body(file, function, deeds))
    found.crowded = [b for b in found.bodies if _fills_one_slice(b)]
    builders = [b for b in found.bodies if SLICE in b.file.text(b.function.node)]
    found.holders = {name for b in builders for name in _ranged(b)}
    found.changers = {
        b.function.name for b in found.bodies if list(changes(b.file, b.function, found.holders))
    }
    return found


def changes(file: GoFile, function: Function, holders: set[str]) -> Iterator[Node]:
    """The places where a function itself adds to, or takes from, what one of these fields holds."""
    if not holders or not file.mentions(*holders):
        return
    for call in file.calls(function.node):
        if call.name == "delete" and call.arguments and _holds(file.flat(call.arguments[0]), holders):
            yield call.node
    for found in file.find("assignment_statement", within=function.node):
        left = file.flat(found.child_by_field_name("left"))
        if "[" in left and _holds(left, holders):
            yield found


def _holds(expression: str, holders: set[str]) -> bool:
    named = FIELD.match(expression)
    return named is not None and named[1] in holders


def _ranged(body: Body) -> Iterator[str]:
    """The fields that it goes over, but for the devices of a slice that is made already."""
    for found in body.file.find("range_clause", within=body.function.node):
        for expression in re.findall(r"(?:\w+\.)+\w+", body.file.flat(found.child_by_field_name("right"))):
            named = FIELD.fullmatch(expression)
            if named and named[1] != "Devices" and not expression.startswith(("maps.", "slices.")):
                yield named[1]


def _fills_one_slice(body: Body) -> bool:
    """Whether it appends in a loop to the one slice that it publishes."""
    file, node = body.file, body.function.node
    text = file.flat(node)
    for listed in file.literals(node):
        if listed.type != f"[]{SLICE}" or len(listed.entries) != 1:
            continue
        name = file.flat(listed.entries[0].value)
        if not name.isidentifier() or f"var{name}{SLICE}" not in text:
            continue
        loops = file.find("for_statement", within=node)
        if any(f"{name}.Devices=append({name}.Devices," in file.flat(loop) for loop in loops):
            return True
    return False
