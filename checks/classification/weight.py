"""How much the met criteria weigh: which reasons stand, in which order, and the verdict they make."""

from __future__ import annotations

from collections.abc import Iterable

from checks.classification.criteria import Met
from checks.model import Verdict

SHOWN = 3  # reasons of one criterion; the rest is counted in the last of them


def verdict_of(met: Iterable[Met]) -> Verdict:
    """Required by one decisive reason; else undecided by a doubtful one; else direct."""
    met = tuple(met)
    if any(not is_doubtful(m) for m in met):
        return Verdict.REQUIRED
    return Verdict.UNDECIDED if met else Verdict.DIRECT


def is_doubtful(met: Met) -> bool:
    """Whether people must judge how much the fact matters: the diff shows the effect, not its size."""
    return met.fact.traits.get("weight") == "doubtful"


def weighed(met: Iterable[Met]) -> tuple[Met, ...]:
    """The reasons that stand, one a symbol and kind, few a criterion.

    Doubtful ones fall away beside decisive ones: the verdict then needs no judgement. Light ones count where
    effects of more than one aspect come together, or something decisive stands beside them.
    """
    standing = _without_light(tuple(met))
    if any(not is_doubtful(m) for m in standing):
        standing = [m for m in standing if not is_doubtful(m)]
    kept: list[Met] = []
    for criterion in dict.fromkeys(m.criterion.id for m in standing):
        kept += _few([m for m in standing if m.criterion.id == criterion])
    return tuple(kept)


def _without_light(met: tuple[Met, ...]) -> list[Met]:
    light = [m for m in met if m.fact.traits.get("weight") == "light"]
    decisive = any(m not in light and not is_doubtful(m) for m in met)
    together = len({m.fact.traits.get("aspect") for m in light}) > 1
    return list(met) if together or decisive else [m for m in met if m not in light]


def _few(met: list[Met]) -> list[Met]:
    one_each = {(m.fact.kind, m.fact.symbol): m for m in reversed(met)}
    singles = list(reversed(one_each.values()))
    shown, rest = singles[:SHOWN], singles[SHOWN:]
    if rest:
        shown[-1] = Met(shown[-1].criterion, shown[-1].fact, len(rest))
    return shown
