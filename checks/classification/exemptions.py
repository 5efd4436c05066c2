"""Why a change that crosses no threshold may go straight to a pull request."""

from __future__ import annotations

from collections.abc import Iterator, Set

from checks.classification.titles import BUMPS, FIXES, RESHAPES
from checks.facts.observe import Facts
from checks.facts.shape import PRODUCT
from checks.model import Exemption
from checks.process import Process
from checks.subject import Subject
from config.profile import Profile

OUTSIDE = (
    ("docs-only", frozenset({"docs", "examples"})),
    ("tests-ci-only", frozenset({"tests", "ci", "ownership", "docs", "examples"})),
    ("build-release", frozenset({"build", "ci", "docs", "ownership", "tests", "vendored", "examples"})),
)
MOSTLY = 3  # times as much as the rest is most of a change
NO_CONTRACT = "no observable contract changes"


def exemptions_for(
    profile: Profile, process: Process, facts: Facts, subject: Subject
) -> tuple[Exemption, ...]:
    """The exemption that fits best, first. What people wrote only chooses where the diff leaves it open."""
    rules = {rule.id: rule for rule in profile.exemptions}
    found: dict[str, str] = {}
    for name, detail in _fitting(facts, subject):
        if name in rules:
            found.setdefault(name, detail)
    return tuple(
        Exemption(
            criterion=name,
            because=process.sentence(rules[name].sentence, rules[name].fallback),
            detail=detail,
        )
        for name, detail in found.items()
    )


def _fitting(facts: Facts, subject: Subject) -> Iterator[tuple[str, str]]:
    touched = {f.symbol: f.detail for f in facts.of("paths-touched")}
    if not touched:
        return  # nothing differs, which no exemption is about
    for fact in facts.of("only-versions-moved"):
        yield ("build-release" if fact.symbol == "release" else "dependency-bump"), fact.detail
    for name, kinds in OUTSIDE:
        if touched.keys() <= kinds:
            if name == "build-release" and _is_mostly_checking(facts):
                yield "tests-ci-only", _listed(touched)
            yield name, _listed(touched)
            return
    yield from _of_product(facts, subject, touched.keys())


def _touched(facts: Facts, trait: str, *kinds: str) -> int:
    return sum(int(f.traits[trait]) for f in facts.of("paths-touched") if f.symbol in kinds)


def _is_mostly_checking(facts: Facts) -> bool:
    """Whether few lines of the build come along with many of tests and CI."""
    return _touched(facts, "lines", "tests", "ci") >= MOSTLY * _touched(facts, "lines", "build")


def _is_mostly_building(facts: Facts) -> bool:
    """Whether the product's part is small, and no code: where a chart finds its image, for example."""
    if _touched(facts, "code", PRODUCT):
        return False
    return _touched(facts, "files", "build", "ci") >= MOSTLY * _touched(facts, "files", PRODUCT)


def _listed(touched: dict[str, str]) -> str:
    return ", ".join(f"{kind}: {count}" for kind, count in sorted(touched.items()))


def _of_product(facts: Facts, subject: Subject, touched: Set[str]) -> Iterator[tuple[str, str]]:
    bump = _bumped(facts, touched)
    if bump and (not subject.title or BUMPS.search(subject.title)):
        yield bump
    kept = next(facts.of("logic-kept"), None)
    mends = FIXES.search(subject.title)
    if (RESHAPES.search(subject.title) and not mends) or (kept and not (mends and kept.traits)):
        yield "internal-refactor", kept.detail if kept else NO_CONTRACT
        return
    if not mends and _is_mostly_building(facts):
        yield "build-release", NO_CONTRACT
    evidence = next(facts.of("bug-fix-evidence"), None)
    if evidence:
        yield "bug-fix", f"{evidence.path}:{evidence.line} {evidence.detail}"
    else:
        yield "bug-fix", "existing behavior changes, no contract does"
    if bump:
        yield bump
    gated = next(facts.of("gated-logic-changed"), None)
    if gated:
        yield "incremental-under-gate", f"{gated.symbol}: {gated.detail}"


def _bumped(facts: Facts, touched: Set[str]) -> tuple[str, str] | None:
    """A library that moves in `go.mod` and in the copy of it that is kept."""
    bumped = next(facts.of("dependency-bumped", "kubernetes-minor-bumped"), None)
    if bumped is None or "vendored" not in touched:
        return None
    return "dependency-bump", f"{bumped.symbol} {bumped.before} to {bumped.after}"
