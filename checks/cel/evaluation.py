"""Selectors run on model devices: which outcomes are possible, whatever a device's words and numbers are.

The library runs the smallest conditions; how they combine is worked out for every outcome at once, since a
real device may answer each condition either way. As in Kubernetes, `false && error` is false.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from msgspec import Struct

from checks.cel.declarations import FUNCTIONS, Implementation, make_environment
from checks.cel.literals import quantity, semver
from checks.cel.references import Reading, Reference
from checks.cel.syntax import Checked, Expr
from checks.pattern import lazy

MAX_DEPTH = 100  # conditions nested deeper are run as one
HARMLESS = frozenset(
    {
        *FUNCTIONS,
        *("_[_]", "_[?_]", "_?._", "orValue", "hasValue", "value", "optional.of", "optional.none", "@in"),
        *("_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_", "_&&_", "_||_", "!_", "_?_:_", "-_"),
        *("_+_", "_-_", "_*_", "_/_", "_%_", "int", "uint", "double", "string", "bool", "type", "size"),
        *("matches", "contains", "startsWith", "endsWith", "lowerAscii", "upperAscii", "trim", "indexOf"),
        *("substring", "charAt"),
    }
)  # what cannot make much out of little
JOINED = {"_&&_": "and", "_||_": "or", "!_": "not", "_?_:_": "if"}
Device = Mapping[str, Any]
Truths = frozenset[bool]


class Failed(Struct, frozen=True):
    """A condition that ends in an error: what it reads and the device lacks, or what the library says."""

    missing: tuple[Reference, ...]
    said: str
    offset: int


class Outcomes(Struct, frozen=True):
    """How an expression may end on a device: true, false, or in errors."""

    truths: Truths
    failures: tuple[Failed, ...] = ()

    @property
    def may_pass(self) -> bool:
        """Whether evaluation may go on to what comes next."""
        return True in self.truths


EITHER = frozenset((True, False))


class Condition(Struct, frozen=True):
    """The smallest condition, with what it reads and the library's program for it.

    There is no program where running it might take long or make large values.
    """

    reading: Reading
    program: Any | None
    offset: int
    only_driver: bool

    def run(self, device: Device, fixed: frozenset[tuple[str, str, str]]) -> Outcomes:
        """Its outcomes on a device whose `fixed` attributes hold the same on all of its kind."""
        if self.program is None:
            return Outcomes(EITHER)
        references = self.reading.references
        try:
            answer = self.program.eval(data=device)
        except Exception as error:  # the library has one exception type for every refusal
            return Outcomes(frozenset(), (self._failed(device, str(error)),))
        value = answer.value()
        if answer.type().name() == "ERROR":
            if ".includes(" in str(value):  # takes whatever there is, which the library cannot declare
                return Outcomes(EITHER)
            return Outcomes(frozenset(), (self._failed(device, str(value)),))
        if not isinstance(value, bool):
            return Outcomes(frozenset(), (self._failed(device, "the condition is no bool"),))
        certain = self.only_driver and all(r.key in fixed or r.use == "has" for r in references)
        return Outcomes(frozenset((value,)) if certain else EITHER)

    def _failed(self, device: Device, said: str) -> Failed:
        lacking = (r for r in self.reading.references if r.use == "get" and not _has(device, r))
        return Failed(tuple(lacking), " ".join(said.split())[:200], self.offset)


def _has(device: Device, reference: Reference) -> bool:
    holder = device["device.attributes" if reference.sort == "attribute" else "device.capacity"]
    return reference.name in holder.get(reference.domain, {})


def _is_harmless(node: Expr) -> bool:
    """Whether a condition calls nothing that repeats or multiplies; a bind may name what is read, no more."""
    nodes = list(node.walk())
    bound = [n.bound for n in nodes if n.kind == "comprehension"]
    called = {n.name for n in nodes if n.kind == "call"}
    if bound and ("_+_" in called or any(b is None or b[0].kind == "list" for b in bound)):
        return False
    return called <= HARMLESS


Tree = tuple[str, tuple["Tree | Condition", ...]]


class Program:
    """An expression taken apart into conditions and how they are joined."""

    def __init__(self, expression: str) -> None:
        compiled = _environment().compile(expression)
        self.checked = Checked(compiled.serialize())
        self.conditions: list[Condition] = []
        self.tree = self._part(self.checked.root, 0)

    def _part(self, node: Expr, depth: int) -> Tree | Condition:
        if node.kind == "call" and node.name in JOINED and depth < MAX_DEPTH:
            return JOINED[node.name], tuple(self._part(a, depth + 1) for a in node.arguments)
        reading = Reading(self.checked, node)
        program = _environment().deserialize(self.checked.alone(node)) if _is_harmless(node) else None
        only_driver = set(reading.names) <= {"device.driver"}
        offset = self.checked.positions.get(node.id, 0)
        condition = Condition(reading, program, offset, only_driver)
        self.conditions.append(condition)
        return condition

    def run(self, device: Device, fixed: frozenset[tuple[str, str, str]]) -> Outcomes:
        """The outcomes on one device."""
        return _run(self.tree, device, fixed)


def _run(tree: Tree | Condition, device: Device, fixed: frozenset[tuple[str, str, str]]) -> Outcomes:
    if isinstance(tree, Condition):
        return tree.run(device, fixed)
    how, parts = tree
    first = _run(parts[0], device, fixed)
    if how == "not":
        return Outcomes(frozenset(not t for t in first.truths), first.failures)
    if how == "if":
        chosen = [_run(parts[1 if t else 2], device, fixed) for t in (True, False) if t in first.truths]
        truths = frozenset(t for c in chosen for t in c.truths)
        return Outcomes(truths, (*first.failures, *(f for c in chosen for f in c.failures)))
    return _joined(how == "and", first, _run(parts[1], device, fixed))


def _joined(both: bool, left: Outcomes, right: Outcomes) -> Outcomes:
    """`&&` (`both`) or `||`: one side alone can settle it, and then an error of the other is lost."""
    settles, other = (not both), both
    truths = {settles} if settles in left.truths or settles in right.truths else set()
    if other in left.truths and other in right.truths:
        truths.add(other)
    failures: tuple[Failed, ...] = ()
    if other in right.truths or right.failures:
        failures += left.failures
    if other in left.truths or left.failures:
        failures += right.failures
    return Outcomes(frozenset(truths), failures)


@lru_cache(maxsize=512)
def program_of(expression: str) -> Program | None:
    """The program for an expression that compiles; None where the library cannot run it."""
    try:
        return Program(expression)
    except Exception:  # the library has one exception type for every refusal
        return None


@cache
def _environment() -> Any:
    return make_environment(lambda name: RUN[name], quantity="DOUBLE", semver="BYTES")


def version_bytes(written: str, *, lenient: bool = False) -> bytes:
    """A version as bytes that sort as versions do; raises ValueError for what is none."""
    parts = semver(written, lenient=lenient)
    if parts is None:
        raise ValueError(f"not a version: {written}")
    *numbers, before = parts
    return ".".join(f"{n:031d}" for n in numbers).encode() + (b"-" + before.encode() if before else b"~")


def _quantity(written: str) -> float:
    amount = quantity(written)
    if amount is None:
        raise ValueError(f"not a quantity: {written}")
    return float(amount)


def _version(written: str, lenient: bool = False) -> bytes:
    return version_bytes(written, lenient=lenient)


def _number_at(position: int) -> Implementation:
    return lambda version: int(version.rstrip(b"~").split(b"-")[0].split(b".")[position])


RUN: dict[str, Implementation] = {
    "quantity": _quantity,
    "isQuantity": lambda written: quantity(written) is not None,
    "semver": _version,
    "isSemver": lambda written, lenient=False: semver(written, lenient=lenient) is not None,
    "isGreaterThan": lambda one, other: one > other,
    "isLessThan": lambda one, other: one < other,
    "compareTo": lambda one, other: (one > other) - (one < other),
    "asInteger": int,
    "isInteger": lambda amount: float(amount).is_integer(),
    "asApproximateFloat": float,
    "sign": lambda amount: (amount > 0) - (amount < 0),
    "add": lambda one, other: one + other,
    "sub": lambda one, other: one - other,
    "major": _number_at(0),
    "minor": _number_at(1),
    "patch": _number_at(2),
    # What these say depends on words that a model device does not know; any answer will do.
    "find": lambda text, pattern: "",
    "findAll": lambda text, pattern: [],
    "includes": lambda values, value: True,
    "sets.contains": lambda one, other: False,
    "sets.equivalent": lambda one, other: False,
    "sets.intersects": lambda one, other: False,
}


REFUSED = lazy(r"invalid regular expression: ([^:\n]{1,80})")


@lru_cache(maxsize=512)
def pattern_fault(pattern: str) -> str | None:
    """Why RE2 refuses a pattern, or None."""
    quoted = json.dumps(pattern, ensure_ascii=False)
    try:
        answer = _environment().compile(f'"".matches({quoted})').eval(data={})
        said = str(answer.value()) if answer.type().name() == "ERROR" else ""
    except Exception as error:  # the library has one exception type for every refusal
        said = str(error)
    refused = REFUSED.search(said)
    return refused[1].strip() if refused else None
