"""An implementation plan in vertical slices, in the order that keeps the tree buildable."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.drafts.known import bullets, deciding, generated, sentence, tests, unknown
from checks.model import Fact

CONTRACTS = ("api-", "crd-", "opaque-", "feature-gate-")
BEHAVIOUR = ("cli-", "environment-", "behavior-", "coordination-", "device-a", "device-capacity", "metric-")
WIRING = ("helm-", "chart-", "rbac-", "template-", "device-class-", "privilege-")
SUITES = "unit, integration, BATS, mock NVML, real GPU: the file or job of each"
PHASES = (
    ("Handwritten contracts: API, defaulting, validation, gates", CONTRACTS),
    ("Shared state before its readers", ("checkpoint-",)),
    ("Behaviour of the binaries", BEHAVIOUR),
    ("Deployment wiring", WIRING),
)


def draft(context: Context) -> str:
    """Phases with outcome, paths, contracts, generated outputs, tests, rollback and telemetry.

    Until the design is agreed, that is said as an assumption. Source: the seed text's "Implementation plan".
    """
    statuses = context.profile.proposals.agreed_statuses
    agreed = [p for p in context.linked if p.status and p.status.value in statuses]
    start = (
        f"Starts from the agreed proposal `{agreed[0].path}`."
        if agreed
        else "Assumption: the design is not agreed yet, so every phase may change."
    )
    facts = deciding(context)
    phases = [_phase(n, title, _of(facts, kinds), context) for n, (title, kinds) in enumerate(PHASES, 1)]
    return "\n\n".join([f"## Plan: {context.subject.title or unknown('what is built')}", start, *phases])


def _of(facts: Iterable[Fact], kinds: tuple[str, ...]) -> list[Fact]:
    return [f for f in facts if f.kind.startswith(kinds)]


def _phase(number: int, title: str, facts: list[Fact], context: Context) -> str:
    made = [f"`{', '.join(g.outputs)}` by `{g.command}`" for g in generated(context)] if number == 1 else []
    return f"""### Phase {number}: {title}

- Outcome for users: {unknown("what works after this phase that did not before")}
- Accepted when: {unknown("a check that passes")}
- Contracts and symbols:
{_indented(bullets((sentence(f) for f in facts), "paths, symbols, callbacks"))}
- Generated outputs:
{_indented(bullets(made, "outputs and the command that owns each, or none"))}
- Tests:
{_indented(bullets((f"`{t}`" for t in tests(context)), SUITES))}
- Rollback point: {unknown("what to undo, and what stays safe")}
- Telemetry: {unknown("event, metric or log that shows a failure")}
- Documentation and release note: {unknown("in the phase where it becomes usable")}"""


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())
