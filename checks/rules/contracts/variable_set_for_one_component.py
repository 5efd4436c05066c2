"""A variable that two components read, and one gets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec import Struct

from checks.chart import TemplateObject, charts, objects
from checks.context import Context
from checks.model import Defect
from checks.parse.yaml import Node
from checks.pattern import lazy
from checks.proofs import line_at
from checks.prose import abridged
from checks.rule import OPTIONAL, rule
from checks.snapshot import Source

READS = lazy(r"(?:EnvVars?|Getenv|LookupEnv)\b[^\n]*")
MOST_NAMED = 4
MOST_CONTAINERS = 100


class Container(Struct, frozen=True):
    """A container of a template, the folder of the program that it runs, and the variables that it gets."""

    path: str
    line: int
    name: str
    program: str
    variables: dict[str, int]


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """The change gives a variable to one container of the chart, and another container runs a component that
    reads the variable as well and does not get it.

    The setting holds for one half of the driver.

    Left alone: containers of which it cannot be told what they run, variables that a component does not
    read, and what the change does not add.

    Source: variables of the project's chart that were brought back for one plugin, and a day later for the
    other.
    """
    head = context.snapshot.head
    changed = {c.new_path: c for c in context.snapshot.changes if c.new_path}
    for chart in charts(head, context.profile):
        if not changed.keys() & set(chart.templates):
            continue
        containers = list(islice(_containers(head, chart.templates), MOST_CONTAINERS))
        given: dict[str, dict[str, Container]] = {}
        for one in containers:
            change = changed.get(one.path)
            for name, line in one.variables.items() if change else ():
                if change and change.touches_head(line):
                    given.setdefault(name, {})[one.program] = one
        for other in containers:
            lacking = [n for n in given if n not in other.variables and other.program not in given[n]]
            missed = [n for n in lacking if n in _read(head, other.program)]
            if missed:
                first = next(iter(given[missed[0]].values()))
                yield _defect(other, first, missed, context)


def _defect(other: Container, first: Container, missed: list[str], context: Context) -> Defect:
    names = abridged((f"`{name}`" for name in missed), MOST_NAMED)
    return Defect(
        path=other.path,
        line=other.line,
        message=f"The container `{other.name}` does not get {names}, which `{other.program}` reads as "
        f"well as `{first.program}`, whose container does.",
        anchor=other.name,
        text=" ".join(sorted(missed)),
        evidence=(
            line_at(context.snapshot.head, other.path, other.line),
            line_at(context.snapshot.head, first.path, first.variables[missed[0]]),
        ),
    )


def _containers(head: Source, templates: Iterable[str]) -> Iterator[Container]:
    programs = sorted({p.split("/")[1] for p in head.under("cmd") if p.count("/") > 1}, key=len, reverse=True)
    for made in objects(head, templates):
        listed = made.root.get("spec", "template", "spec", "containers")
        for item in listed.items if listed else []:
            program = _program(made, item, programs)
            env = item.get("env")
            if program and env:
                pairs = ((e.get("name"), e) for e in env.items)
                variables = {n.text: n.line for n, _ in pairs if n and n.text}
                name = item.get("name")
                yield Container(made.file, item.line, name.text if name else program, program, variables)


def _program(made: TemplateObject, item: Node, programs: list[str]) -> str:
    """The component that a container runs, by its command and arguments; empty where that is not told."""
    lists = (listed for key in ("command", "args") if (listed := item.get(key)))
    words = " ".join(made.template.source(part) for listed in lists for part in listed.items)
    return next((p for p in programs if re.search(rf"(?<![\w-]){re.escape(p)}(?![\w-])", words)), "")


def _read(head: Source, program: str) -> frozenset[str]:
    """The variables that a component's code reads."""
    return head.once("variables read", program, lambda: frozenset(_named(head, program)))


def _named(head: Source, program: str) -> Iterator[str]:
    for path in head.under(f"cmd/{program}"):
        text = head.text(path) if path.endswith(".go") and not path.endswith("_test.go") else None
        for found in READS.finditer(text.text) if text else ():
            yield from re.findall(r'"([A-Z][A-Z0-9_]+)"', found[0])
