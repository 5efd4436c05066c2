"""How much the met criteria weigh: which reasons stand, in which order, and the verdict they make."""

from __future__ import annotations

from collections.abc import Iterable

from checks.classification.criteria import Met
from checks.model import Verdict

SHOWN = 3  # reasons of one criterion; the rest is counted in the last of them


def verdict_of(standing: Iterable[Met]) -> Verdict:
    """Required by reasons that decide; undecided by doubtful ones alone; direct without any."""
    weights = {_weight(m) for m in standing}
    if not weights:
        return Verdict.DIRECT
    return Verdict.UNDECIDED if weights == {"doubtful"} else Verdict.REQUIRED


def weighed(met: Iterable[Met]) -> tuple[Met, ...]:
    """The reasons that stand, one a symbol and kind, few a criterion.

    A fact's trait `weight` says how much it can carry: without one it decides; `doubtful` asks people, and
    falls away beside what decides; `light` decides only where effects of more than one aspect come together;
    `beside` never decides, and stands beside what does.
    """
    standing = tuple(met)
    light = {m.fact.traits.get("aspect") for m in standing if _weight(m) == "light"}
    decides = any(_weight(m) is None for m in standing) or len(light) > 1
    kept: list[Met] = []
    wanted = (None, "light", "beside") if decides else ("doubtful",)
    standing = tuple(m for m in standing if _weight(m) in wanted)
    for criterion in dict.fromkeys(m.criterion.id for m in standing):
        kept += _few([m for m in standing if m.criterion.id == criterion])
    return tuple(kept)


def _weight(met: Met) -> str | None:
    return met.fact.traits.get("weight")


def _few(met: list[Met]) -> list[Met]:
    one_each = {(m.fact.kind, m.fact.symbol): m for m in reversed(met)}
    singles = list(reversed(one_each.values()))
    shown, rest = singles[:SHOWN], singles[SHOWN:]
    if rest:
        shown[-1] = Met(shown[-1].criterion, shown[-1].fact, len(rest))
    return shown
