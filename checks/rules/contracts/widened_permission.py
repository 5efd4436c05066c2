"""A role that may do more than before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.context import Context
from checks.model import Defect, Fact
from checks.parse.template import without_actions
from checks.proofs import at_fact
from checks.prose import abridged, listed
from checks.rule import OPTIONAL, rule

MOST_NAMED = 4
ALL = {"*": "all core resources", "*/*": "all resources"}


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
        about = " ".join(sorted(f"{f.traits.get('verbs')} {f.symbol.removeprefix('core/')}" for f in facts))
        message = f"{_plain(role)} newly may {'; '.join(_deeds(facts))}. Say what needs it."
        yield at_fact(facts[0], context, message, about=about)


def _deeds(facts: Iterable[Fact]) -> Iterator[str]:
    """`get and list nodes and pods`, for each group of verbs."""
    resources: dict[str, list[str]] = {}
    for fact in facts:
        resources.setdefault(fact.traits.get("verbs", ""), []).append(fact.symbol.removeprefix("core/"))
    for verbs, names in resources.items():
        deed = "do anything to" if verbs == "*" else listed(verbs.split(", "))
        yield f"{deed} {abridged((ALL.get(n, n) for n in names), MOST_NAMED)}"


def _plain(role: str) -> str:
    kind, _, name = role.partition(" ")
    bare = without_actions(name)
    return f"The {kind} `{bare}`" if bare else f"The {kind}"
