"""An action that is taken back for completed claims alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.context import Context
from checks.functions import Pair, changed_functions
from checks.model import Defect, Evidence
from checks.packages import folder_of, packages_of
from checks.pattern import lazy
from checks.proofs import in_function, line_at
from checks.reached import reached
from checks.rule import CODE, OPTIONAL, rule
from checks.rules.contracts.prepare_without_unprepare import INVERSE, PREPARES, new_actions
from checks.snapshot import Source

PARTIAL = lazy(r"\w*[uU]nprepare\w*[pP]artial\w*|\w*[pP]artial\w*(?:[uU]nprepare|[rR]ollback|[cC]leanup)\w*")
COMPLETED = lazy(r"\w*[uU]nprepare\w*|\w*[rR]elease\w*|\w*[tT]ear[dD]own\w*")
MOST_HOPS = 3


@rule(OPTIONAL, Context, among=CODE)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A function that prepares newly activates, binds or starts something; what unprepares takes it back, and
    what rolls back a claim that was begun does not.

    A pod that is deleted while its claim is being prepared leaves the device so, and it is never announced
    again.

    Left alone: components without a rollback of their own, and actions that it takes back by any of the
    usual names.

    Source: review of partitions in the project: the cleanup ran only for claims that were completed.
    """
    for pair in changed_functions(context.snapshot, context.profile):
        if pair.head and PREPARES.search(pair.head.function.name):
            yield from _one_sided(pair, context)


def _one_sided(pair: Pair, context: Context) -> Iterator[Defect]:
    for head, call, verb, noun in new_actions(pair):
        inverse = [word.casefold() + noun for word in INVERSE[verb]]
        folder = folder_of(head.file.path)
        done, partly = _called(folder, context, partial=False), _called(folder, context, partial=True)
        if partly and _in(inverse, done) and not _in(inverse, partly):
            name, rollback = next(iter(partly.values()))
            yield in_function(
                pair,
                call.line,
                (
                    f"`{call.method}` is taken back for claims that were completed, and not by `{name}`, "
                    "which rolls back those that were only begun."
                ),
                context,
                rollback,
                about=f"{call.method} {name}",
            )


def _in(inverse: list[str], called: dict[str, tuple[str, Evidence]]) -> bool:
    return any(name.startswith(word) for name in called for word in inverse)


def _called(folder: str, context: Context, *, partial: bool) -> dict[str, tuple[str, Evidence]]:
    """What the rollback of begun claims reaches, or what unprepares otherwise calls, by name."""
    head = context.snapshot.head
    return head.once("rolled back", f"{folder} {partial}", lambda: dict(_calls(folder, head, partial)))


def _calls(folder: str, head: Source, partial: bool) -> Iterator[tuple[str, tuple[str, Evidence]]]:
    packages = packages_of(head)
    for path in packages.files(folder):
        file = head.go(path)
        for function in file.functions if file else ():
            rolls_back = bool(PARTIAL.fullmatch(function.name))
            if file is None or rolls_back != partial or not (partial or COMPLETED.fullmatch(function.name)):
                continue
            place = function.name, line_at(head, path, function.line)
            for at, one in reached(head, file, function, MOST_HOPS if partial else 0):
                yield from ((call.method.casefold(), place) for call in at.calls(one.node))
