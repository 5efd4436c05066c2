"""Cleaning up that needs the API server."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from checks.context import Context
from checks.functions import Side, changed_functions
from checks.model import Defect
from checks.packages import Packages, folder_of
from checks.proofs import line_at
from checks.rule import OPTIONAL, rule
from checks.snapshot import Source

if TYPE_CHECKING:
    from checks.parse.go import Call, Function, GoFile

UNPREPARES = re.compile(r"\w*[uU]nprepare\w*")
ASKS = re.compile(r"(?:V\d\w*\(\)\.|[cC]lient\.)(?P<kind>[A-Z]\w+)\([^()]*\)\.(?P<verb>Get|List)\Z")
SWEEPS = re.compile(r"[sS]tale|[eE]xpired|[oO]rphan|[aA]bandoned")
MOST_HOPS = 3


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A function that unprepares newly reads an object from the API server, itself or by functions of its
    package.

    The object may be gone by then, or the server out of reach: the device is never given back.

    Left alone: calls that were reached before, functions that prepare, and sweeps that ask whether a claim is
    still there.

    Source: review of the project: unprepare has to get by with the claim's UID and what is on the node.
    """
    told: set[tuple[str, int]] = set()
    for pair in changed_functions(context.snapshot, context.profile):
        head = pair.head
        name = head.function.name if head else ""
        if head is None or not UNPREPARES.fullmatch(name) or SWEEPS.search(name):
            continue
        before = set(_asked(context.snapshot.base, pair.base)) if pair.base else set()
        for asked, (file, function, call) in _asked(context.snapshot.head, head).items():
            if asked not in before and (file.path, call.line) not in told:
                told.add((file.path, call.line))
                yield _defect(head, file, function, call, context)


def _asked(source: Source, side: Side) -> Mapping[str, tuple[GoFile, Function, Call]]:
    """What is read from the API server on the way from a function, by the words of the call."""
    found: dict[str, tuple[GoFile, Function, Call]] = {}
    seen = {side.function.symbol}
    level = [(side.file, side.function)]
    for _ in range(MOST_HOPS):
        called: set[str] = set()
        for file, function in level:
            for call in file.calls(function.node):
                called.add(call.method)
                if ASKS.search(call.name):
                    found.setdefault(call.name, (file, function, call))
        level = [(f, fn) for f, fn in _functions(source, side.file.path, called) if fn.symbol not in seen]
        seen |= {fn.symbol for _, fn in level}
    return found


def _functions(source: Source, path: str, names: set[str]) -> Iterator[tuple[GoFile, Function]]:
    """Functions of the package that go by one of the names alone: of two it is not known which is meant."""
    folder = folder_of(path)
    by_name = source.once("functions by name", folder, lambda: _by_name(source, folder))
    yield from (by_name[name][0] for name in sorted(names) if len(by_name.get(name, ())) == 1)


def _by_name(source: Source, folder: str) -> Mapping[str, list[tuple[GoFile, Function]]]:
    packages = source.once("packages", "", lambda: Packages(source))
    found: dict[str, list[tuple[GoFile, Function]]] = {}
    for path in packages.files(folder):
        file = source.go(path)
        for function in file.functions if file else ():
            if file:
                found.setdefault(function.name, []).append((file, function))
    return found


def _defect(head: Side, file: GoFile, function: Function, call: Call, context: Context) -> Defect:
    asked = ASKS.search(call.name)
    kind = asked["kind"] if asked else call.name
    by = "" if function.symbol == head.function.symbol else f" by way of `{function.name}`"
    return Defect(
        path=file.path,
        line=call.line,
        message=f"`{head.function.name}` reads {kind} from the API server{by}; the object may be gone by "
        "then. Keep what is needed in the checkpoint.",
        anchor=head.function.symbol,
        text=call.name,
        evidence=(
            line_at(context.snapshot.head, file.path, call.line),
            line_at(context.snapshot.head, head.file.path, head.function.line),
        ),
    )
