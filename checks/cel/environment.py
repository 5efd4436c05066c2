"""The device environment of Kubernetes' CEL, declared to the real CEL implementation."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from msgspec import Struct

from checks.cel.declarations import make_environment
from checks.pattern import lazy

MAX_BYTES = 10_240
MAX_NESTING = 32  # deeper than this the library refuses what Kubernetes takes
UNDECLARED = lazy(
    r"cel\.bind\s*\(|device\s*\.\s*\?|\b(?:isIP|ip|isCIDR|cidr|ip\.isCanonical|url|isURL|format\.named)\s*\("
    r"|\.(?:exists|exists_one|existsOne|all|transformList|transformMap|transformMapEntry)\s*\(\s*\w+\s*,\s*\w+\s*,"
    r"|\.format\s*\("
)


class Compiled(Struct, frozen=True):
    """An expression that compiles: its result type (`bool`, `dyn`, ...) and its checked form."""

    result: str
    checked: bytes


class Fault(Struct, frozen=True):
    """Why an expression is refused, at a 1-based line and column of its own text."""

    message: str
    line: int = 1
    column: int = 1


class NotChecked(Struct, frozen=True):
    """An expression that Kubernetes may take and that we cannot judge, and why; never an error."""

    why: str


Judgement = Compiled | Fault | NotChecked


def _never(*_: Any) -> Any:
    raise RuntimeError("declared for type checking only")


@cache
def _environment() -> Any:
    return make_environment(lambda name: _never)


@lru_cache(maxsize=2048)
def judge(expression: str) -> Judgement:
    """Compiles an expression as the API server would: syntax, types and length; nothing is evaluated."""
    if len(expression.encode()) > MAX_BYTES:
        return Fault(f"longer than the {MAX_BYTES:,} bytes that Kubernetes takes")
    if _nesting(expression) > MAX_NESTING:
        return NotChecked("nests deeper than the checker follows")
    try:
        compiled = _environment().compile(expression)
    except Exception as error:  # the library has one exception type for every refusal
        if "recursion" in str(error):
            return NotChecked("nests deeper than the checker follows")
        known = UNDECLARED.search(expression)
        if known:
            return NotChecked(f"uses {known[0].strip('(').strip()}, which the checker does not know")
        return _fault(str(error))
    return Compiled(compiled.return_type().name().casefold(), compiled.serialize())


def _nesting(expression: str) -> int:
    depth = deepest = 0
    for character in expression:
        if character in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in ")]}":
            depth -= 1
    return deepest


PLACED = lazy(r"<input>:(\d+):(\d+): ([^\n]*)")


def _fault(said: str) -> Fault:
    placed = PLACED.search(said)
    if placed is None:
        return Fault(" ".join(said.split())[:300])
    return Fault(placed[3].strip()[:300], int(placed[1]), int(placed[2]))
