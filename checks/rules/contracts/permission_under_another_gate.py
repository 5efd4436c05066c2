"""A call under one gate, and its permission under another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checks.chart import objects
from checks.chart.roles import ROLE_KINDS
from checks.context import Context
from checks.dra.gate_pairs import gate_pairs
from checks.dra.publishing import gates_at
from checks.model import Defect
from checks.proofs import line_at
from checks.prose import listed
from checks.registered_gates import declared_gates
from checks.rule import OPTIONAL, rule
from checks.rules.contracts.api_calls import Asked, calls_in_change, chart_roles, grants_of


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """The change calls the API server under one feature gate, and the chart grants the call only where
    another gate is on.

    With the first gate alone the call is refused, on clusters that no test has seen.

    Left alone: calls whose function asks for no gate, permissions that some role grants always, and gates
    that need the one of the permission.

    Source: the project's chart, which grants Deployments for MPS alone.
    """
    calls = list(calls_in_change(context))
    granted = list(chart_roles(context.snapshot.head, context)) if calls else []
    for asked in calls if granted else ():
        files = dict.fromkeys(role.path for role, _ in grants_of(asked, granted))
        found = [(p, line, _gates(p, line, context)) for p, line in _rules(asked, files, context)]
        if not found or not all(gates for _, _, gates in found):
            continue
        own = _with_needs(_gates_of(asked, context), context)
        allowed = {gate for _, _, gates in found for gate in gates}
        if own and not own & allowed:
            yield _defect(asked, own, allowed, found[0][:2], context)


def _rules(asked: Asked, files: Iterable[str], context: Context) -> Iterator[tuple[str, int]]:
    """Where a rule of a role in these files grants a call; several may, each under its own condition."""
    for made in objects(context.snapshot.head, files):
        rules = made.root.get("rules") if made.kind in ROLE_KINDS else None
        for one in rules.items if rules else ():
            resources, verbs = one.get("resources"), one.get("verbs")
            named = resources and {i.text for i in resources.items} & {asked.resource, "*"}
            if named and verbs and {i.text for i in verbs.items} & {asked.verb, "*"}:
                yield made.file, one.line


def _gates(path: str, line: int, context: Context) -> set[str]:
    """The gates that a line of a template is rendered for."""
    template = context.snapshot.head.template(path)
    said = " ".join(template.conditions_at(line)) if template else ""
    return {gate for gate in declared_gates(context.snapshot.head, context.profile) if _names(said, gate)}


def _names(text: str, gate: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(gate)}(?!\w)", text) is not None


def _gates_of(asked: Asked, context: Context) -> set[str]:
    """The gates that the branches around a call ask for."""
    file = context.snapshot.head.go(asked.path)
    function = file.function_at(asked.line) if file else None
    if file is None or function is None:
        return set()
    calls = (c for c in file.calls(function.node) if c.line <= asked.line <= c.node.end_point.row + 1)
    return {gate for call in calls for gate in gates_at(file, function, call.node)}


def _with_needs(gates: set[str], context: Context) -> set[str]:
    pairs = gate_pairs(context.snapshot.head, context.profile) if gates else []
    return gates | {p.other for p in pairs if p.needs and p.one in gates}


def _defect(
    asked: Asked, own: set[str], allowed: set[str], grant: tuple[str, int], context: Context
) -> Defect:
    head = context.snapshot.head
    mine, theirs = (listed(f"`{g}`" for g in sorted(gates)) for gates in (own, allowed))
    return Defect(
        path=asked.path,
        line=asked.line,
        message=f"This call needs to {asked.verb} {asked.resource} under {mine}, and the chart grants it "
        f"under {theirs} alone.",
        anchor=f"{asked.verb} {asked.resource}",
        text=f"{asked.verb} {asked.resource}",
        evidence=(line_at(head, asked.path, asked.line), line_at(head, *grant)),
    )
