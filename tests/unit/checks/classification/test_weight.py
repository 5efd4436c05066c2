"""What a fact can carry: alone, beside others, and in number."""

from __future__ import annotations

from checks.classification.criteria import Met, criteria_met
from checks.classification.weight import SHOWN, verdict_of, weighed
from checks.facts.observe import Facts
from checks.model import Fact, Verdict
from config.profile import Criterion, Profile

BEHAVIOR = Criterion(id="behavior", sentence=(), fallback="", facts=("done",))
OTHER = Criterion(id="other", sentence=(), fallback="", facts=("added",))


def met(symbol: str, weight: str = "", aspect: str = "", criterion: Criterion = BEHAVIOR) -> Met:
    traits = {name: value for name, value in (("weight", weight), ("aspect", aspect)) if value}
    return Met(criterion, Fact(criterion.facts[0], "a.go", 1, symbol, traits=traits))


def symbols(*reasons: Met) -> list[str]:
    return [m.fact.symbol for m in weighed(reasons)]


def test_nothing_is_direct() -> None:
    assert verdict_of(weighed([])) is Verdict.DIRECT


def test_light_effects_of_one_aspect_decide_nothing() -> None:
    assert symbols(met("a", "light", "devices"), met("b", "light", "devices")) == []


def test_light_effects_of_two_aspects_decide() -> None:
    standing = weighed([met("a", "light", "devices"), met("b", "light", "edits")])
    assert verdict_of(standing) is Verdict.REQUIRED
    assert len(standing) == 2


def test_what_stands_beside_never_decides() -> None:
    assert symbols(met("a", "beside", "loop"), met("b", "beside", "other")) == []
    assert symbols(met("a", "beside", "loop"), met("b", criterion=OTHER)) == ["a", "b"]


def test_doubt_asks_people_and_gives_way_to_what_decides() -> None:
    assert verdict_of(weighed([met("a", "doubtful")])) is Verdict.UNDECIDED
    assert symbols(met("a", "doubtful"), met("b", criterion=OTHER)) == ["b"]


def test_light_effects_do_not_hide_a_doubt() -> None:
    assert symbols(met("a", "doubtful"), met("b", "light", "devices")) == ["a"]


def test_one_reason_a_symbol_and_few_a_criterion() -> None:
    many = [met(f"s{number}") for number in range(SHOWN + 4)]
    standing = weighed([met("s0"), *many])
    assert [m.fact.symbol for m in standing] == ["s0", "s1", "s2"]
    assert standing[-1].more == 4


def profile(**criterion: object) -> Profile:
    return Profile(name="p", criteria=(Criterion(id="c", sentence=(), fallback="", **criterion),))  # type: ignore[arg-type]


def kinds(about: Profile, *facts: Fact) -> list[str]:
    return [m.fact.symbol for m in criteria_met(about, Facts(facts))]


def test_a_trait_is_asked_for() -> None:
    wanted = profile(facts=("gate-changed default-before=false default=true",))
    off = Fact("gate-changed", "a", 1, "off", traits={"default-before": "true", "default": "false"})
    on = Fact("gate-changed", "a", 1, "on", traits={"default-before": "false", "default": "true"})
    assert kinds(wanted, off, on, Fact("gate-changed", "a", 1, "bare")) == ["on"]


def test_a_word_in_a_name_without_regard_to_how_it_is_written() -> None:
    wanted = profile(facts=(), about=("flag-added",), words=("computedomain",))
    facts = [Fact("flag-added", "a", 1, n) for n in ("compute-domain-name", "ComputeDomainID", "node-name")]
    assert kinds(wanted, *facts, Fact("flag-removed", "a", 1, "compute-domain")) == [
        "compute-domain-name",
        "ComputeDomainID",
    ]


def test_a_value_is_called_by_its_last_key() -> None:
    wanted = profile(facts=(), about=("helm-value-added",), words=("computedomain",))
    below = Fact("helm-value-added", "a", 1, "containers.computeDomains.env")
    itself = Fact("helm-value-added", "a", 1, "containers.computeDomainMode")
    assert kinds(wanted, below, itself) == ["containers.computeDomainMode"]
