"""A gate's name that is not formed like the others."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect, Fact
from checks.pattern import lazy
from checks.proofs import at_fact
from checks.registered_gates import declared_gates
from checks.rule import OPTIONAL, rule

FORMED = lazy(r"[A-Z][A-Za-z0-9]+")
SHOUTED = lazy(r"[A-Z0-9]{9,}")
NEEDLESS = lazy(r"(?:Feature)?Gate\Z|\A(?:Enable|Disable)(?=[A-Z])")


@rule(OPTIONAL, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A new gate is not written in upper camel case, says in its name that it is a gate, or what it is set
    to, or its constant is called otherwise.

    Users write the name into values files, where it stands beside the names of Kubernetes' own gates.

    Left alone: acronyms within a name, and gates that are registered already.

    Source: the conventions of Kubernetes' feature gates, and the names registered at the base.
    """
    if fact.kind != "feature-gate-added":
        return
    wrong = _wrong(fact, context)
    if wrong:
        yield at_fact(fact, context, f"`{fact.symbol}` {wrong}.")


def _wrong(fact: Fact, context: Context) -> str:
    if not FORMED.fullmatch(fact.symbol) or SHOUTED.fullmatch(fact.symbol):
        return "is not in upper camel case, as the names of gates are"
    needless = NEEDLESS.search(fact.symbol)
    if needless:
        return f"says `{needless[0]}`; the behaviour alone makes the better name"
    declared = declared_gates(context.snapshot.head, context.profile).get(fact.symbol, [])
    if declared and declared[0].ident != fact.symbol:
        return f"is declared as the constant `{declared[0].ident}`; both should be called alike"
    return ""
