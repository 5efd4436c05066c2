"""A page that says of a gate what is not so."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checks.context import Context
from checks.facts.feature_gates import Gate, gates_of
from checks.facts.sides import GoSide
from checks.model import Defect
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.proofs import line_at
from checks.prose import listed
from checks.rule import OPTIONAL, rule

ROW = lazy(r"^\s*\|(?P<cells>.*)\|\s*$")
NAME = lazy(r"^\W*([A-Z]\w+)\W*$")
STAGE = lazy(r"^\W*(Alpha|Beta|GA|Stable)\W*$", re.I)
DEFAULT = lazy(r"^\W*(true|false|on|off|enabled|disabled)\W*$", re.I)
ON = frozenset({"true", "on", "enabled"})


@rule(OPTIONAL, Document)
def check(document: Document, context: Context) -> Iterable[Defect]:
    """A row of a table on a page, which the change writes, gives a gate another stage or default than it is
    registered with.

    Users turn a gate on, or leave it, by that row.

    Left alone: rows that the change does not touch, proposals, and cells that hold more than a stage or a
    default.

    Source: the registered gates at the head; rows of the project's reference that were behind the code.
    """
    change = context.snapshot.changed(document.path)
    if change is None or any(p.path == document.path for p in context.proposals):
        return
    for number, line in enumerate(document.text.lines, 1):
        row = ROW.match(line) if change.touches_head(number) else None
        cells = [cell.strip() for cell in row["cells"].split("|")] if row else []
        gate = _gates(context).get(found[1]) if cells and (found := NAME.match(cells[0])) else None
        wrong = _wrong(cells, gate) if gate else []
        if gate and wrong:
            yield Defect(
                path=document.path,
                line=number,
                message=f"`{gate.name}` is registered as {listed(wrong)}; this row says otherwise.",
                anchor=gate.name,
                text=f"{gate.name} {' '.join(wrong)}",
                evidence=(
                    line_at(context.snapshot.head, document.path, number),
                    line_at(context.snapshot.head, gate.path, gate.line),
                ),
            )


def _wrong(cells: list[str], gate: Gate) -> list[str]:
    """What the cells have wrong, as it is in the code."""
    stages = {m[1].casefold() for cell in cells if (m := STAGE.match(cell))}
    defaults = {m[1].casefold() in ON for cell in cells if (m := DEFAULT.match(cell))}
    stage = "ga" if gate.stage.casefold() == "stable" else gate.stage.casefold()
    wrong = []
    if len(stages) == 1 and {"ga" if s == "stable" else s for s in stages} != {stage}:
        wrong.append(gate.stage)
    if len(defaults) == 1 and defaults != {gate.default == "true"}:
        wrong.append("on by default" if gate.default == "true" else "off by default")
    return wrong


def _gates(context: Context) -> dict[str, Gate]:
    """The gates that the head registers, by name."""
    head, files = context.snapshot.head, context.profile.contracts.feature_gates.files
    return head.once("gates", "", lambda: {g.name: g for g in gates_of(_side(context, head.matching(files)))})


def _side(context: Context, paths: list[str]) -> GoSide:
    head = context.snapshot.head
    return GoSide(head, [file for path in paths if not path.endswith("_test.go") and (file := head.go(path))])
