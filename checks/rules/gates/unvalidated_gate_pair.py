"""Gates that the code asks for together, and nobody checks together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from checks.context import Context
from checks.functions import product_go
from checks.globs import matches
from checks.model import Defect, Evidence, Fact
from checks.pattern import lazy
from checks.proofs import at_fact
from checks.registered_gates import registered_gates
from checks.rule import OPTIONAL, rule

LONGEST = 200
ASKED = lazy(r"(!?)\s*(?:\w+(?:\(\))?\.)*Enabled\((?:\w+\.)?(?P<name>[A-Z]\w+)\)")


@rule(OPTIONAL, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A new gate does something only together with another one, as a condition of the code asks for both, and
    the function that validates gates does not know the pair.

    Whoever turns on the one alone gets a driver that starts, and silence.

    Left alone: gates that the validation or a proposal names together, and code that asks for the new gate by
    itself as well.

    Source: the project's validation of gates, which refuses combinations that do nothing.
    """
    if fact.kind != "feature-gate-added":
        return
    known = registered_gates(context.snapshot.head, context.profile)
    asked = _conditions(context).get(fact.symbol, [])
    others = [(other, proof) for names, proof in asked for other in names if other in known]
    if not others or any(not names for names, _ in asked):
        return
    other, proof = others[0]
    if not _is_validated(fact.symbol, other, context):
        message = (
            f"`{fact.symbol}` does something only while `{other}` is on, and the validation of gates does "
            "not say so: alone it is accepted, and has no effect."
        )
        yield at_fact(fact, context, message, proof, about=f"{fact.symbol} {other}")


Condition = tuple[list[str], Evidence]


def _conditions(context: Context) -> Mapping[str, list[Condition]]:
    """Conditions of changed code by each gate that they want on, with the other gates that they want on."""
    return context.snapshot.head.once("gate conditions", "", lambda: _read(context))


def _read(context: Context) -> dict[str, list[Condition]]:
    found: dict[str, list[Condition]] = {}
    declaring = context.profile.contracts.feature_gates.files
    for change in product_go(context.snapshot, context.profile):
        known = change.new_path and not matches(change.new_path, declaring)
        text = context.snapshot.head.text(change.new_path) if known and change.new_path else None
        for number, line in enumerate(text.lines if text else (), 1):
            wanted = (
                [m["name"] for m in ASKED.finditer(line[:LONGEST]) if not m[1]] if "Enabled(" in line else []
            )
            for name in wanted if text else ():
                others = [] if "||" in line else [other for other in wanted if other != name]
                place = Evidence(change.path, number, line.strip()[:LONGEST])
                found.setdefault(name, []).append((others, place))
    return found


def _is_validated(name: str, other: str, context: Context) -> bool:
    head, where = context.snapshot.head, context.profile.contracts.feature_gates
    for path in head.matching(where.files):
        file = head.go(path)
        for function in file.functions if file else ():
            if file and function.name in where.validation:
                body = file.text(function.node)
                if re.search(rf"\b{name}\b", body) and re.search(rf"\b{other}\b", body):
                    return True
    documents = (p.document.text.text for p in (*context.proposals, *context.linked))
    return any(name in text and other in text for text in documents)
