"""How the plugins find the configuration of a device, and how many of a kind they take, from the code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from checks.context import Context
from checks.dra.published import driver_folders
from checks.facts.sides import GoSide
from checks.model import Evidence
from checks.pattern import lazy
from checks.proofs import line_at

if TYPE_CHECKING:
    from checks.parse.go import Function, GoFile

BY_WHOLE_NAME = lazy(r"slices\.Contains\((?:\w+\.)+Requests,(?:\w+\.)+Request\)")
TAKES_APART = lazy(r"\.Request\b[^\n]{0,60}\"/\"|\"/\"[^\n]{0,60}\.Request\b|[sS]ubrequest|[pP]arentRequest")
COUNTED = lazy(r"if_,\w+:=\w+\.\(\*(?:\w+\.)?(?P<kind>\w+)\);\w+\{(?P<count>\w+)\+\+\}")
LIMIT = lazy(r"(?P<count>\w+)>(?P<most>\d{1,3})")


def compares_whole_names(driver: str, context: Context) -> Evidence | None:
    """The line by which a plugin asks whether a configuration lists a result's request, letter by letter.

    None where there is no such line, or where the plugin takes the names of subrequests apart.
    """
    head = context.snapshot.head
    return head.once("whole names", driver, lambda: _compares(driver, context))


def _compares(driver: str, context: Context) -> Evidence | None:
    found = None
    for file in _plugin(driver, context, ".Requests"):
        if TAKES_APART.search(file.source.decode("utf-8", "replace")):
            return None
        calls = (c for c in file.calls() if c.method == "Contains")
        lines = (c.line for c in calls if BY_WHOLE_NAME.fullmatch(file.flat(c.node)))
        line = next(lines, None) if found is None else None
        found = line_at(context.snapshot.head, file.path, line) if line else found
    return found


def most_groups(driver: str, context: Context) -> Mapping[str, tuple[int, Evidence]]:
    """Kinds of configuration of which one claim may use so many at most, and the lines that say so."""
    head = context.snapshot.head
    return head.once("most groups", driver, lambda: dict(_limits(driver, context)))


def _limits(driver: str, context: Context) -> Iterator[tuple[str, tuple[int, Evidence]]]:
    for file in _plugin(driver, context, "++"):
        for function in (f for f in file.functions if f.body):
            kinds = {m["count"]: m["kind"] for m in COUNTED.finditer(file.flat(function.body))}
            for count, most, line in _refused(file, function) if kinds else ():
                if count in kinds:
                    yield kinds[count], (most, line_at(context.snapshot.head, file.path, line))


def _refused(file: GoFile, function: Function) -> Iterator[tuple[str, int, int]]:
    """Counts that the function returns an error beyond: the variable, the number and the line."""
    for test in file.find("if_statement", within=function.body):
        limit = LIMIT.fullmatch(file.flat(test.child_by_field_name("condition")))
        if limit and "Errorf" in file.text(test.child_by_field_name("consequence")):
            yield limit["count"], int(limit["most"]), file.line(test)


def _plugin(driver: str, context: Context, word: str) -> Iterator[GoFile]:
    side = GoSide(context.snapshot.head)
    for folder, name in driver_folders(context.snapshot.head, context.profile).items():
        if name == driver:
            yield from side.packages.mentioning(folder, word)
