"""A goroutine that reads the checkpoint without the lock of those that write it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from checks.context import Context
from checks.functions import product_go
from checks.globs import matches
from checks.model import Defect
from checks.packages import folder_of, packages_of
from checks.pattern import lazy
from checks.proofs import line_at
from checks.rule import CODE, OPTIONAL, rule

if TYPE_CHECKING:
    from checks.parse.go import Function, GoFile

READS = lazy(r"(?:get|read|load|update|set)\w*Checkpoint", re.I)
HANDED = lazy(r"(?:\w+\.)+[a-zA-Z]\w*")
LOCKS = lazy(r"\.(?:R?Lock|TryLock|Acquire)\(")
EXCUSED = lazy(
    r"\block\b.{0,40}\b(?:not needed|unnecessary|not required|not necessary)\b"
    r"|\b(?:no need|needs? no|without|not acquire|not take|not hold)\b.{0,40}\block\b",
    re.I | re.S,
)
MOST_HOPS = 6


@rule(OPTIONAL, Context, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A function that a goroutine of its file reaches reads or writes the checkpoint, and nothing on the way
    takes a lock.

    Prepare and unprepare write the same file under theirs: what is read may be half of an update.

    Left alone: functions that lock, or whose comment says why they need not, accessors that lock by
    themselves, and what the change does not touch.

    Source: issue 839 of the project: the periodic cleanup read the checkpoint beside unprepare.
    """
    for change in product_go(context.snapshot, context.profile):
        path = change.new_path
        if not path or not matches(folder_of(path), context.profile.contracts.checkpoints):
            continue
        file = context.snapshot.head.go(path)
        if file is None or not file.mentions("go func", "go ", ".Go("):
            continue
        for function in (f for f in _reached(file) if not EXCUSED.search(f.doc)):
            for call in file.calls(function.node):
                read = READS.fullmatch(call.method) and change.touches_head(call.line)
                if read and not _locks_itself(call.method, path, context):
                    yield _defect(file, function, call.line, call.method, context)


def _started(file: GoFile) -> Iterator[str]:
    """What goroutines call, and what is handed to those that call it again and again."""
    groups = [call.node for call in file.calls() if call.method == "Go" and call.arguments]
    for node in (*file.find("go_statement"), *groups):
        for call in file.calls(node):
            yield call.method
            given = (file.flat(argument) for argument in call.arguments)
            yield from (words.rpartition(".")[2] for words in given if HANDED.fullmatch(words))


def _reached(file: GoFile) -> Iterator[Function]:
    """Functions of the file that its goroutines reach without a lock."""
    started = list(_started(file))
    seen: set[str] = set()
    for _ in range(MOST_HOPS):
        found = [f for f in file.functions if f.name in started and f.symbol not in seen]
        unlocked = [f for f in found if not LOCKS.search(file.text(f.node))]
        yield from unlocked
        seen |= {f.symbol for f in found}
        started = [c.method for f in unlocked for c in file.calls(f.node)]


def _locks_itself(method: str, path: str, context: Context) -> bool:
    head = context.snapshot.head
    packages = packages_of(head)
    for file in packages.mentioning(folder_of(path), f") {method}("):
        for function in file.functions:
            if function.name == method and LOCKS.search(file.text(function.node)):
                return True
    return False


def _defect(file: GoFile, function: Function, line: int, method: str, context: Context) -> Defect:
    return Defect(
        path=file.path,
        line=line,
        message=f"`{function.name}` runs in a goroutine and calls `{method}` without a lock, while "
        "prepare and "
        "unprepare may write.",
        anchor=function.symbol,
        text=method,
        evidence=(line_at(context.snapshot.head, file.path, line),),
    )
