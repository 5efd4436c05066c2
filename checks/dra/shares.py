"""How the driver lets several claims have one device, from the code that publishes it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from checks.dra.published import driver_folders
from checks.facts.sides import GoSide
from checks.model import Evidence
from checks.pattern import lazy
from checks.proofs import line_at
from checks.snapshot import Source
from config.profile import Profile

if TYPE_CHECKING:
    from tree_sitter import Node

    from checks.parse.go import Function, GoFile

ALLOWS = "AllowMultipleAllocations"
ENABLED = lazy(r"(?<![\w.])(?:\w+\.)?Enabled\((?:\w+\.)?(\w+)\)")
LAST_NAME = lazy(r"\.(\w+)\)*$")
CAPACITY = lazy(r"\.Capacity\[\"(\w+)\"\]=")


class Shares(Struct, frozen=True):
    """What the code that lets a driver's devices be shared says.

    `gates` are those without which none is; `setting` is what chooses the mode. In the modes of `whole` a
    claim that asks for none of a capacity takes all of it. `counted` are the capacities that claims divide.
    """

    driver: str
    gates: frozenset[str]
    setting: str
    whole: frozenset[str]
    counted: frozenset[str]
    evidence: Evidence


def shares_of(source: Source, profile: Profile) -> tuple[Shares, ...]:
    """One for each plugin that sets `allowMultipleAllocations`; none where no code does."""
    return source.once("shares", "", lambda: tuple(_all(source, profile)))


def _all(source: Source, profile: Profile) -> Iterator[Shares]:
    side = GoSide(source)
    for folder, driver in driver_folders(source, profile).items():
        files = list(side.packages.mentioning(folder, ALLOWS, "Enabled("))
        allowing = ((f, fn) for f in files for fn in f.functions if f".{ALLOWS}=" in f.flat(fn.body))
        for file, function in allowing:
            gates = _gates(files, file, function)
            if gates:
                yield _read(side, file, function, driver, gates)
                break


def _gates(files: list[GoFile], file: GoFile, function: Function) -> frozenset[str]:
    """The gates that the function asks, itself or in what it calls to see whether it goes on."""
    asked = set(ENABLED.findall(file.flat(function.body)))
    called = {c.name for c in file.calls(function.body)}
    for other in files:
        for one in other.functions:
            asked |= set(ENABLED.findall(other.flat(one.body))) if one.symbol in called else set()
    return frozenset(asked)


def _read(side: GoSide, file: GoFile, function: Function, driver: str, gates: frozenset[str]) -> Shares:
    switch = next(iter(file.find("expression_switch_statement", within=function.body)), None)
    chosen = file.flat(switch.child_by_field_name("value")) if switch else ""
    for made in file.find("short_var_declaration", within=function.body):
        if file.flat(made.child_by_field_name("left")) == chosen:
            chosen = file.flat(made.child_by_field_name("right"))
    setting = LAST_NAME.search(chosen)
    cases = file.find("expression_case", within=switch) if switch else []
    whole = frozenset(mode for case in cases if _takes_all(file, case) for mode in _modes(side, file, case))
    counted = frozenset(CAPACITY.findall(file.flat(function.body)))
    line = line_at(side.source, file.path, file.line(function.node))
    return Shares(driver, gates, setting[1] if setting else "", whole, counted, line)


def _modes(side: GoSide, file: GoFile, case: Node) -> Iterator[str]:
    for values in case.children_by_field_name("value"):
        for one in values.named_children or [values]:
            word = file.string(one, partial(side.packages.string, file))
            if word:
                yield word


def _takes_all(file: GoFile, case: Node) -> bool:
    """Whether what is taken by default is the most that can be taken."""
    for literal in file.literals(case):
        default, valid = literal.entry("Default"), literal.entry("ValidRange")
        most = file.literal(valid.value) if valid else None
        highest = most.entry("Max") if most else None
        if default and highest and file.flat(default.value) == file.flat(highest.value):
            return True
    return False
