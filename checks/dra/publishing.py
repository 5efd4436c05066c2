"""How a plugin publishes its devices: which functions do, and the field that holds what they publish."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct, field

from checks.facts.sides import GoSide
from checks.packages import Packages
from checks.pattern import lazy
from checks.snapshot import Source

if TYPE_CHECKING:
    from tree_sitter import Node

    from checks.parse.go import Function, GoFile

PUBLISH = "PublishResources"  # the method of Kubernetes' kubeletplugin.Helper
SLICE = "resourceslice.Slice"
ENABLED = lazy(r"(?<![!\w.])(?:\w+\.)?Enabled\((?:\w+\.)?(\w+)\)")
FIELD = lazy(r"(?:\w+\.)+(\w+)")
MOST_FUNCTIONS = 2_000
MOST_CALLS = 1_000  # of one function
MOST_DEPTH = 200  # of blocks and expressions around a call
MOST_HOPS = 12
MOST_WAYS = 200  # up from one function; the largest plugin known has a tenth of it


class Body(Struct):
    """A function of the plugin."""

    file: GoFile
    function: Function


class Publishing(Struct, dict=True):
    """One plugin: the fields that hold its devices, and the functions that change what is in them.

    `crowded` are functions that put all devices into one slice.
    """

    packages: Packages
    folder: str
    holders: set[str] = field(default_factory=set)
    changers: set[str] = field(default_factory=set)
    crowded: list[Body] = field(default_factory=list)

    @cached_property
    def bodies(self) -> list[Body]:
        """Every function of the plugin."""
        files = self.packages.mentioning(self.folder, "func ")
        return [Body(file, function) for file in files for function in file.functions][:MOST_FUNCTIONS]

    @cached_property
    def calls(self) -> dict[str, list[tuple[Body, frozenset[str]]]]:
        """For each name, who calls it under which gates."""
        found: dict[str, list[tuple[Body, frozenset[str]]]] = {}
        for body in self.bodies:
            for call in body.file.calls(body.function.node)[:MOST_CALLS]:
                gates = gates_at(body.file, body.function, call.node)
                found.setdefault(call.method, []).append((body, gates))
        return found

    @cached_property
    def publishers(self) -> set[str]:
        """The names by which a function publishes: the method itself, and the functions that call it."""
        return {PUBLISH, *(b.function.name for b, _ in self.calls.get(PUBLISH, ()))}

    def callers(self, name: str) -> Iterator[tuple[Body, frozenset[str]]]:
        """The functions that call this one, theirs in turn, with the gates asked for on the way there."""
        waiting = {(name, frozenset[str]())}
        seen = set(waiting)
        for _ in range(MOST_HOPS):
            found = [(b, g | more) for n, g in sorted(waiting, key=str) for b, more in self.calls.get(n, ())]
            yield from found
            waiting = {(b.function.name, gates) for b, gates in found} - seen
            seen |= waiting
            if not waiting or len(seen) > MOST_WAYS:
                return

    def publishes(self, body: Body) -> list[frozenset[str]]:
        """The gates of each place where a function publishes, be it through one that it calls."""
        return [g for name in sorted(self.publishers) for b, g in self.calls.get(name, ()) if b is body]


def publishing(source: Source, folder: str) -> Publishing:
    """How the plugin in a folder publishes; empty where no function of it does."""
    return source.once("publishing", folder, lambda: _publishing(source, folder))


def gates_at(file: GoFile, function: Function, node: Node) -> frozenset[str]:
    """The gates that are on where a node is reached, as far as the branches of its function say."""
    gates: set[str] = set()
    inner, outer = node, node.parent
    for _ in range(MOST_DEPTH):
        if outer is None or inner.start_byte <= function.node.start_byte:
            break
        if outer.type == "if_statement" and inner == outer.child_by_field_name("consequence"):
            gates |= set(ENABLED.findall(file.flat(outer.child_by_field_name("condition"))))
        inner, outer = outer, outer.parent
    return frozenset(gates)


def _publishing(source: Source, folder: str) -> Publishing:
    packages = GoSide(source).packages
    found = Publishing(packages, folder)
    if not any(True for _ in packages.mentioning(folder, f".{PUBLISH}(")):
        return found
    builders = [b for b in _bodies(packages, folder, SLICE) if SLICE in b.file.text(b.function.node)]
    found.crowded = [b for b in builders if _fills_one_slice(b)]
    found.holders = {name for b in builders for name in _ranged(b)}
    for body in _bodies(packages, folder, *sorted(found.holders)) if found.holders else ():
        if next(changes(body.file, body.function, found.holders), None):
            found.changers.add(body.function.name)
    return found


def _bodies(packages: Packages, folder: str, *words: str) -> list[Body]:
    """Functions in files where one of the words stands."""
    return [Body(f, one) for f in packages.mentioning(folder, *words) for one in f.functions][:MOST_FUNCTIONS]


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
