"""An action while a claim is prepared that nothing takes back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from checks.context import Context
from checks.functions import Pair, Side, changed_functions
from checks.globs import matches
from checks.model import Defect
from checks.packages import folder_of, packages_of
from checks.pattern import lazy
from checks.proofs import in_function
from checks.rule import CODE, OPTIONAL, rule
from checks.snapshot import Source

if TYPE_CHECKING:
    from checks.parse.go import Call

PREPARES = lazy(r"(?<![uU]n)[pP]repare|[aA]pply\w*Config")
UNDOES = lazy(r"[uU]nprepare|[cC]lean ?[uU]p|[rR]ollback|[tT]ear[dD]own|[uU]nconfigure|[rR]emove|[dD]elete")
STOPS = lazy(r"[sS]top|[rR]eset|[sS]hutdown|[rR]estore")
SETS = lazy(
    r"(?:[lL]ib|[nN]vml|[sS]mi)\w*\.[sS]et[A-Z]\w+\Z|(?:^|\.)[sS]et[A-Z]\w*(?:Mode|Slice|Clocks?|PowerLimit)\Z"
)
DECLARED = lazy(rf"^func [^{{]*(?:{UNDOES.pattern})", re.M)
INVERSE = {
    "Activate": ("Deactivate", "Release"),
    "Bind": ("Unbind", "Rebind", "Release"),
    "Start": ("Stop", "Shutdown"),
    "Mount": ("Unmount", "Umount"),
    "Attach": ("Detach",),
    "Enable": ("Disable",),
    "Acquire": ("Release",),
    "Reserve": ("Release", "Unreserve"),
    "Configure": ("Unconfigure", "Reset"),
    "Lock": ("Unlock",),
}
ACTION = lazy(rf"(?:{'|'.join(INVERSE)}|{'|'.join(v.casefold() for v in INVERSE)})(?=[A-Z]|\Z)")


@rule(OPTIONAL, Context, preview=True, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A function that prepares newly binds, activates, starts or enables something, and no function of its
    package that unprepares or cleans up does the inverse; or a component newly sets something of a device by
    its library, and nothing there sets it back.

    A pod that is deleted by force leaves the device in that state, for the next claim to find.

    Left alone: actions that were there before, and inverses under any of the usual names.

    Source: reviews of device state in the project, where a device stayed bound after a forced deletion.
    """
    for pair in changed_functions(context.snapshot, context.profile):
        if pair.head and PREPARES.search(pair.head.function.name):
            yield from _left_open(pair, context)
        if pair.head and matches(folder_of(pair.head.file.path), context.profile.contracts.checkpoints):
            yield from _left_set(pair, context)


def _left_set(pair: Pair, context: Context) -> Iterator[Defect]:
    """Settings of a device library that nothing which unprepares, stops or resets makes anew."""
    head = pair.head
    if head is None or UNDOES.search(head.function.name) or STOPS.match(head.function.name):
        return
    before = pair.base.file.text(pair.base.function.node) if pair.base else ""
    for call in head.file.calls(head.function.node):
        if not SETS.search(call.name) or f"{call.method}(" in before or call.method == head.function.name:
            continue
        folder = folder_of(head.file.path)
        undone = f"{_undone(folder, context)} {_stopped(folder, context)}"
        if call.method.casefold() not in undone and head.function.name.casefold() not in undone:
            yield in_function(
                pair,
                call.line,
                (
                    f"`{call.method}` changes the device, and nothing that unprepares, stops or resets "
                    "calls it to set it back. The next claim finds the device as this one left it."
                ),
                context,
                about=call.method,
            )


def _stopped(folder: str, context: Context) -> str:
    """Names of everything that is called where something stops, as one text."""
    head = context.snapshot.head
    return head.once("stopped", folder, lambda: " ".join(_called_there(folder, head, STOPS)))


def _left_open(pair: Pair, context: Context) -> Iterator[Defect]:
    for head, call, verb, _ in new_actions(pair):
        undone = _undone(folder_of(head.file.path), context)
        if not any(word.casefold() in undone for word in INVERSE[verb]):
            yield in_function(
                pair,
                call.line,
                (
                    f"`{call.method}` is called while a claim is prepared, and nothing that unprepares "
                    f"calls {INVERSE[verb][0]} or the like. What takes it back when a pod is deleted by "
                    "force?"
                ),
                context,
                about=call.method,
            )


def new_actions(pair: Pair) -> Iterator[tuple[Side, Call, str, str]]:
    """Calls at the head that do something which has an inverse and that the base had not, each name once.

    With the verb as `INVERSE` has it, and what it is done to, in lower case.
    """
    known = pair.called_before
    for call in pair.head.file.calls(pair.head.function.node) if pair.head else ():
        found = ACTION.match(call.method)
        if pair.head and found and call.method not in known:
            known.add(call.method)
            verb = found[0][:1].upper() + found[0][1:]
            yield pair.head, call, verb, call.method[found.end() :].casefold()


def _undone(folder: str, context: Context) -> str:
    """Names of everything that is called where the package unprepares or cleans up, as one text."""
    head = context.snapshot.head
    return head.once("undone", folder, lambda: " ".join(_called_there(folder, head)))


def _called_there(folder: str, head: Source, where: re.Pattern[str] = UNDOES) -> Iterator[str]:
    packages = packages_of(head)
    for path in packages.files(folder):
        text = head.text(path)
        file = head.go(path) if text and (where is not UNDOES or DECLARED.search(text.text)) else None
        for function in file.functions if file else ():
            if file and where.search(function.name):
                yield from (call.method.casefold() for call in file.calls(function.node))
