"""Several changes in one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.context import Context
from checks.model import Defect, Fact
from checks.prose import listed
from checks.rule import OPTIONAL, rule

GATES = ("feature-gate-added", "feature-gate-graduated", "feature-gate-removed")
UPSTREAM = "kubernetes-minor-bumped"
CONTRACTS = (
    "feature-gate-*",
    "api-field-*",
    "api-kind-*",
    "cli-flag-*",
    "device-attribute-*",
    "checkpoint-*",
)


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """Two feature gates move in one change, or a new Kubernetes minor rides along with a contract.

    Each could be reviewed, reverted and released without the other.

    Left alone: everything that belongs to one gate, dependency bumps by themselves, and chart and
    documentation that follow the code.

    Source: review threads of the project, where large pull requests are asked to be split.
    """
    parts = list(_parts(context))
    if len(parts) < 2:
        return
    first = parts[1][1]
    yield Defect(
        path=first.path,
        line=first.line,
        message=f"This change could be several: {listed(name for name, _ in parts)} can go in one by one.",
        anchor="parts",
        text=" ".join(sorted(name for name, _ in parts)),
        side=first.side,
    )


def _parts(context: Context) -> Iterator[tuple[str, Fact]]:
    """What could go in by itself, each with the fact that shows it."""
    gates = {f.symbol: f for f in context.facts.of(*GATES)}
    bumped = next(context.facts.of(UPSTREAM), None)
    contract = next(context.facts.of(*CONTRACTS), None)
    if bumped and contract:
        yield f"the move to Kubernetes {bumped.after or ''}".strip(), bumped
        if not gates:
            yield f"`{contract.symbol}`", contract
    if gates and (len(gates) > 1 or bumped):
        yield from ((f"the gate `{name}`", fact) for name, fact in sorted(gates.items()))
