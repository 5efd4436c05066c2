"""A feature-gate plan: stage, default, both behaviours, consumers, composition, graduation and removal."""

from __future__ import annotations

from checks.companions import companions_of, has_moved
from checks.context import Context
from checks.drafts.known import bullets, sentence, unknown
from checks.model import Fact
from checks.registered_gates import registered_gates

ASKED = (
    ("Off", "exact behaviour when disabled"),
    ("On", "exact behaviour when enabled"),
    ("Consumers", "binaries and templates that read it or pass it on"),
    ("Requires, excludes, composes with", "each gate that matters, and where startup validates it"),
    ("Environment", "Kubernetes gates and versions, hardware, driver, services"),
    ("State and skew", "what is kept; what happens when components disagree or a rollback turns it off"),
    ("Feature completeness for the next stage", "what has to be there"),
    ("Interoperability for the next stage", "the features it was tried with, by name"),
    ("Stability and soak for the next stage", "where, and for how long"),
    ("Removal or lock to default", "when"),
)


def draft(context: Context) -> str:
    """One plan a gate that the change adds or graduates. Source: the seed text's feature-gate plan."""
    gates = list(context.facts.of("feature-gate-added", "feature-gate-graduated", "feature-gate-changed"))
    if not gates:
        return f"No feature gate is added or graduated here. {unknown('the gate this plan is for')}"
    return "\n\n".join(_plan(gate, context) for gate in gates)


def _plan(gate: Fact, context: Context) -> str:
    others = sorted(set(registered_gates(context.snapshot.head, context.profile)) - {gate.symbol})
    asked = "\n".join(f"- {name}: {unknown(what)}" for name, what in ASKED)
    moves = [
        f"[{'x' if has_moved(companion, context.snapshot) else ' '}] {companion.name}"
        for companion in companions_of(gate, context.profile)
    ]
    return f"""## Feature gate `{gate.symbol}`

- Seen in the change: {sentence(gate)}
- Stage: {_trait(gate, "stage", "Alpha, Beta or Stable")}
- Default: {_trait(gate, "default", "on or off")}
- Driver version: {_trait(gate, "version", "major.minor of the release under development")}
- Existing gates: {", ".join(f"`{name}`" for name in others) or "none"}
{asked}

Places that move with a gate:
{bullets(moves, "docs, chart, forms, tests")}"""


def _trait(gate: Fact, name: str, what: str) -> str:
    return gate.traits.get(name) or unknown(what)
