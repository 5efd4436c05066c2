"""Counts over the outcomes: verdicts, states, rules and months."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from checks.model import Severity, State, Verdict
from workers.backtest.replay import Outcome, Told

LONGEST_GAP = 24  # months without a change that are still shown


class RuleTally(Struct, frozen=True):
    """How often a rule spoke, over how many changes, and where it did last."""

    rule: str
    severity: Severity
    findings: int
    changes: int
    example: Told
    seen_in: str


class Tally(Struct, frozen=True):
    """All counts of a backtest. `months` are `2026-03`, oldest first, each month between them too."""

    outcomes: tuple[Outcome, ...]
    verdicts: Counter[Verdict]
    states: Counter[State]
    criteria: Counter[str]
    rules: tuple[RuleTally, ...]
    months: dict[str, Counter[Verdict]]

    @property
    def judged(self) -> tuple[Outcome, ...]:
        """Outcomes with a verdict."""
        return tuple(o for o in self.outcomes if o.verdict is not None)

    @property
    def failed(self) -> tuple[Outcome, ...]:
        """Changes that could not be reviewed."""
        return tuple(o for o in self.outcomes if o.failed is not None)

    @property
    def stopped(self) -> tuple[Outcome, ...]:
        """Changes whose required check would not have been green."""
        return tuple(o for o in self.judged if o.state is not State.READY)

    @property
    def quiet(self) -> tuple[Outcome, ...]:
        """Changes of which nothing at all would have been said but the verdict."""
        return tuple(o for o in self.judged if not o.findings and o.state is State.READY)


def tally(outcomes: Sequence[Outcome]) -> Tally:
    """The counts, with the outcomes newest first."""
    newest = tuple(sorted(outcomes, key=lambda o: (o.past.at, o.past.number or 0, o.past.head), reverse=True))
    judged = [o for o in newest if o.verdict is not None]
    return Tally(
        outcomes=newest,
        verdicts=Counter(o.verdict for o in judged if o.verdict),
        states=Counter(o.state for o in judged if o.state),
        criteria=Counter(c for o in judged for c in o.criteria),
        rules=_rules(judged),
        months=_months(judged),
    )


def _rules(outcomes: Sequence[Outcome]) -> tuple[RuleTally, ...]:
    spoken: dict[tuple[str, Severity], list[tuple[Outcome, Told]]] = defaultdict(list)
    for outcome in outcomes:
        for told in outcome.findings:
            spoken[told.rule, told.severity].append((outcome, told))
    tallies = [
        RuleTally(
            rule=rule,
            severity=severity,
            findings=len(found),
            changes=len({o.past.head for o, _ in found}),
            example=found[0][1],
            seen_in=found[0][0].past.name,
        )
        for (rule, severity), found in spoken.items()
    ]
    return tuple(sorted(tallies, key=lambda t: (t.severity is not Severity.BLOCKING, -t.changes, t.rule)))


def _months(outcomes: Sequence[Outcome]) -> dict[str, Counter[Verdict]]:
    found: dict[str, Counter[Verdict]] = defaultdict(Counter)
    for outcome in outcomes:
        if outcome.verdict:
            found[outcome.past.at[:7]][outcome.verdict] += 1
    return {month: found[month] for month in _with_gaps(sorted(found))}


def _with_gaps(months: Sequence[str]) -> Iterator[str]:
    """The months with those between them, but for gaps that only a wrong clock explains."""
    for one, other in pairwise((*months, "")):
        yield one
        number, end = _number(one) + 1, _number(other) if other else 0
        if end - number <= LONGEST_GAP:
            yield from (f"{n // 12}-{n % 12 + 1:02}" for n in range(number, end))


def _number(month: str) -> int:
    year, _, of_year = month.partition("-")
    return int(year) * 12 + int(of_year) - 1
