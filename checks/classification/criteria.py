"""Which criteria of the profile the facts of a change meet."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from checks.facts.observe import Facts
from checks.globs import is_named
from checks.model import Fact, Reason
from checks.pattern import lazy
from checks.process import Process
from config.profile import Criterion, Profile

LETTERS = lazy(r"[^a-z0-9]+")


class Met(Struct, frozen=True):
    """A criterion and a fact that meets it; `more` counts the facts of the same kind left out beside it."""

    criterion: Criterion
    fact: Fact
    more: int = 0

    def reason(self, process: Process) -> Reason:
        """The same with the project's own sentence."""
        said = self.fact.detail
        if self.more:
            said = f"{said} (and {self.more} more)".strip()
        return Reason(
            criterion=self.criterion.id,
            because=process.sentence(self.criterion.sentence, self.criterion.fallback),
            fact=self.fact.kind,
            path=self.fact.path,
            line=self.fact.line,
            symbol=self.fact.symbol,
            detail=said,
        )


def criteria_met(profile: Profile, facts: Facts) -> Iterator[Met]:
    """Each criterion with each fact that meets it, the criteria in the profile's order."""
    for criterion in profile.criteria:
        for fact in facts.all:
            if meets(fact, criterion):
                yield Met(criterion, fact)


def meets(fact: Fact, criterion: Criterion) -> bool:
    """Whether the fact is of a kind the criterion lists, or about something that it names."""
    if any(is_kind(fact, wanted) for wanted in criterion.facts):
        return True
    about = any(is_kind(fact, wanted) for wanted in criterion.about)
    return about and any(_plain(word) in _plain(_name(fact)) for word in criterion.words)


def is_kind(fact: Fact, wanted: str) -> bool:
    """Whether the fact is of a kind as profiles write it: a glob, then traits that it must have."""
    kind, *traits = wanted.split()
    if not is_named(fact.kind, kind):
        return False
    return all(_has(fact, *trait.split("=", 1)) for trait in traits)


def _has(fact: Fact, name: str, value: str = "*") -> bool:
    return is_named(fact.traits.get(name, ""), value)


def _name(fact: Fact) -> str:
    """What the thing itself is called: of a value its last key, not the component that it stands under."""
    return fact.symbol.rpartition(".")[2] if fact.kind.startswith("helm-value") else fact.symbol


def _plain(name: str) -> str:
    return LETTERS.sub("", name.casefold())
