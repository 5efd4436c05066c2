"""A role that may do more than before."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect, Fact
from checks.proofs import at_fact
from checks.prose import listed
from checks.rule import OPTIONAL, rule

MOST_NAMED = 4


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A role of the chart gains verbs on a resource, and the proposal and pages of the change do not say so.

    What the component may do, whoever takes it over may do as well, on every cluster with the chart.

    Left alone: permissions that move from one role to another, and verbs that are given up.

    Source: the risk section of the template asks for the privilege surface.
    """
    gained: dict[tuple[str, str], list[Fact]] = {}
    for fact in context.facts.of("rbac-rule-added"):
        if fact.traits.get("elsewhere") != "yes":
            gained.setdefault((fact.path, fact.detail.partition(":")[0]), []).append(fact)
    for (_path, role), facts in gained.items():
        deeds = [f"{f.traits.get('verbs')} {f.symbol.removeprefix('core/')}" for f in facts]
        more = f" and {len(deeds) - MOST_NAMED} more" if len(deeds) > MOST_NAMED else ""
        message = f"{_plain(role)} newly may {listed(deeds[:MOST_NAMED])}{more}. Say what needs it."
        yield at_fact(facts[0], context, message, about=" ".join(sorted(deeds)))


def _plain(role: str) -> str:
    """A role's name without the template actions in it."""
    kind, _, name = role.partition(" ")
    bare = name.rpartition("}}")[2].strip("- ")
    return f"The {kind} `{bare}`" if bare else f"The {kind}"
