"""Every case file is run: what a rule, a module of facts or the classification says about two trees."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from msgspec.structs import replace

from checks.classify import classify
from checks.context import Context
from checks.engine import prepare
from checks.facts.observe import Facts
from checks.looks import KINDS
from checks.model import Defect, Fact, Question
from checks.registry import rules_of
from checks.rule import Rule
from config.load import shipped
from tests.cases import Case, Expected, expectations, read_cases

TESTS = Path(__file__).parent
PROFILE = shipped("dra-driver-nvidia-gpu")


@dataclass(frozen=True, slots=True)
class Said:
    """One thing that was found, in the terms of an expectation."""

    path: str
    line: int
    name: str
    words: str
    mark: str | None = None
    suggestion: str | None = None

    def __str__(self) -> str:
        text = "".join(f"\n| {line}" for line in (self.suggestion or "").splitlines())
        return f"{self.path}:{self.line} {self.name} ({self.mark}): {self.words}{text}"

    def meets(self, expected: Expected) -> bool:
        """Whether it is what a line of an `expect` fence asks for."""
        return (
            (self.path, self.line, self.name) == (expected.path, expected.line, expected.name)
            and expected.words in self.words
            and expected.mark in (None, self.mark)
            and expected.suggestion in (None, self.suggestion)
        )


def cases_below(folder: str) -> list[Case]:
    return [case for path in sorted((TESTS / folder).rglob("*.md")) for case in read_cases(path)]


def context_of(case: Case) -> Context:
    context = prepare(case.snapshot(), PROFILE, case.subject())
    given = case.facts()
    if not given:
        return context
    facts = Facts((*context.facts.all, *given))
    verdict = classify(context.snapshot, PROFILE, context.process, facts, context.subject)
    return replace(context, facts=facts, classification=verdict)


def hold_together(found: Iterable[Said], expected: Sequence[Expected]) -> None:
    """Fails unless each expectation is met by one finding of its own, and nothing else was found."""
    left = list(found)
    unmet = []
    for line in expected:
        hit = next((said for said in left if said.meets(line)), None)
        if hit:
            left.remove(hit)
        else:
            unmet.append(line)
    assert (unmet, left) == ([], []), "\n".join(
        ["", *(f"missing: {line}" for line in unmet), *(f"not expected: {said}" for said in left)]
    )


def run_rule(rule: Rule, context: Context) -> Iterable[Said]:
    """What one rule says about the change."""
    if not importlib.import_module(f"checks.rules.{rule.family}").applies(context):
        return
    if rule.among and not KINDS[rule.among](context):
        return
    for thing in KINDS[rule.looks_at.__name__](context):
        for found in rule.check(thing, context):
            yield _said(rule, found)


def _said(rule: Rule, found: Defect | Question) -> Said:
    if isinstance(found, Question):
        return Said(found.path, found.line, rule.name, found.question, "question")
    suggestion = found.suggestion.text if found.suggestion else None
    severity = found.severity or rule.severity
    return Said(found.path, found.line, rule.name, found.message, severity.value, suggestion)


def of_fact(fact: Fact) -> Said:
    traits = " ".join(f"{name}={value}" for name, value in sorted(fact.traits.items()))
    words = f"{fact.symbol} ({fact.before} -> {fact.after}) {fact.detail} {traits}"
    return Said(fact.path, fact.line, fact.kind, words, fact.side.value)


@pytest.mark.parametrize("case", cases_below("rules"), ids=str)
def test_rule(case: Case) -> None:
    name, family = case.path.stem, case.path.parent.name
    rule = next((r for r in rules_of(family) if r.name == name), None)
    assert rule, f"no rule {name} in checks/rules/{family}"
    hold_together(run_rule(rule, context_of(case)), case.expected)


@pytest.mark.parametrize("case", cases_below("facts"), ids=str)
def test_facts(case: Case) -> None:
    observe: Callable[..., Iterable[Fact]]
    observe = importlib.import_module(f"checks.facts.{case.path.stem}").observe
    hold_together(map(of_fact, dict.fromkeys(observe(case.snapshot(), PROFILE))), case.expected)


@pytest.mark.parametrize("case", cases_below("classification"), ids=str)
def test_classification(case: Case) -> None:
    """`expect` holds the verdict alone on its first line, then each reason; `direct` without a fence.

    An exemption is `exemption NAME`.
    """
    classification = context_of(case).classification
    verdict, *lines = case.lines or ["direct"]
    assert classification.verdict.value == verdict
    exempt = [line.split()[1] for line in lines if line.startswith("exemption ")]
    reasons = [Said(r.path, r.line, r.criterion, f"{r.symbol} {r.detail}") for r in classification.reasons]
    hold_together(reasons, expectations([line for line in lines if not line.startswith("exemption ")]))
    if exempt:
        assert [e.criterion for e in classification.exemptions] == exempt
