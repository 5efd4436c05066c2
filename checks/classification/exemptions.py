"""Why a change that crosses no threshold may go straight to a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from checks.facts.observe import Facts
from checks.model import Exemption
from checks.process import Process
from checks.subject import Subject
from config.profile import Profile

OUTSIDE = (
    ("docs-only", frozenset({"docs", "examples"})),
    ("tests-ci-only", frozenset({"tests", "ci", "ownership", "docs", "examples"})),
    ("build-release", frozenset({"build", "ci", "docs", "ownership", "tests", "vendored", "examples"})),
)
NO_CONTRACT = "no observable contract changes"
FIXES = re.compile(
    r"\b(?:fix(?:e[sd])?|bug\w*|crash\w*|panic\w*|regress\w*|races?|leak\w*|deadlock\w*|hang\w*|wrong|incorrect"
    r"|prevent|avoid|ensure|don't|do not|missing)\b",
    re.I,
)
RESHAPES = re.compile(
    r"\b(?:refactor\w*|renam\w+|simplif\w+|deprecated|log(?:s|ging)?|typos?|lint\w*)\b",
    re.I,
)


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
        if touched and touched.keys() <= kinds:
            yield name, _listed(touched)
            return
    yield from _of_product(facts, subject, touched.keys())


def _listed(touched: dict[str, str]) -> str:
    return ", ".join(f"{kind}: {count}" for kind, count in sorted(touched.items()))


def _of_product(facts: Facts, subject: Subject, touched: Set[str]) -> Iterator[tuple[str, str]]:
    bumped = next(facts.of("dependency-bumped", "kubernetes-minor-bumped"), None)
    if bumped and "vendored" in touched:
        yield "dependency-bump", f"{bumped.symbol} {bumped.before} to {bumped.after}"
    kept = next(facts.of("logic-kept"), None)
    if kept or (RESHAPES.search(subject.title) and not FIXES.search(subject.title)):
        yield "internal-refactor", kept.detail if kept else NO_CONTRACT
        return
    evidence = next(facts.of("bug-fix-evidence"), None)
    if evidence:
        yield "bug-fix", f"{evidence.path}:{evidence.line} {evidence.detail}"
    else:
        yield "bug-fix", "existing behavior changes, no contract does"
    gated = next(facts.of("gated-logic-changed"), None)
    if gated:
        yield "incremental-under-gate", f"{gated.symbol}: {gated.detail}"
