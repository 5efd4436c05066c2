"""The rules as a catalogue: each one named as its defect, explained, and shown in cases, silence first."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checks.registry import all_rules, families, load, rules_of
from checks.rule import Rule
from tests.cases import read_cases

CASES = Path(__file__).parent / "rules"
FAMILIES_OF_CATALOGUE = {
    "change": """proposal-absent proposal-not-agreed proposal-outside-repository undecided-classification
        missing-release-note kind-contradicts-change crowded-change""",
    "structure": """missing-section unfilled-section duplicate-section bare-not-applicable unknown-status
        unearned-status backward-status implemented-without-release deleted-proposal number-taken
        number-skipped misnamed-proposal misplaced-proposal title-number-mismatch incomplete-header
        malformed-front-matter leftover-placeholder stale-code-reference dead-link private-link
        sprawling-design""",
    "gates": """gate-default-against-stage default-on-at-birth gate-version-mismatch gate-name-taken
        malformed-gate-name gate-behaviour-undefined gate-composition-undefined
        gate-without-graduation-criteria
        graduation-without-evidence incomplete-gate-wiring gate-off-fall-through unlocked-gate-removal""",
    "contracts": """removed-contract required-field-added checkpoint-tag-changed checkpoint-field-not-optional
        checkpoint-embeds-upstream-type checkpoint-without-downgrade-test stale-generated-output
        hand-edited-generated-output unwired-flag undocumented-value undocumented-attribute
        attribute-on-one-device-type template-data-mismatch widened-permission missing-permission
        widened-privilege upstream-gated-chart-field new-direct-dependency prepare-without-unprepare
        unfiltered-results unlisted-opaque-kind untested-surface""",
    "drift": """undeclared-component gate-drift broken-promise missing-promised-field missing-promised-test
        status-behind-code""",
    "records": """adr-gap adr-above-threshold mixed-fact-and-question phase-without-outcome phase-out-of-order
        phase-without-rollback phase-without-tests disguised-question late-documentation""",
}
SILENT_FIRST = 2


def by_name(rule: Rule) -> str:
    return f"{rule.family}/{rule.name}"


@pytest.mark.parametrize("family", FAMILIES_OF_CATALOGUE)
def test_no_rule_of_the_catalogue_is_missing(family: str) -> None:
    names = {rule.name for rule in rules_of(family)}
    assert set(FAMILIES_OF_CATALOGUE[family].split()) <= names


@pytest.mark.parametrize("family", families())
def test_every_module_of_a_family_loads(family: str) -> None:
    assert [failure.trace for failure in load(family).failures] == []


def test_a_rule_name_stands_for_one_rule() -> None:
    names = [rule.name for rule in all_rules()]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("rule", all_rules(), ids=by_name)
def test_a_rule_is_named_in_kebab_case(rule: Rule) -> None:
    assert re.fullmatch(r"[a-z]+(?:-[a-z]+)+", rule.name)


@pytest.mark.parametrize("rule", all_rules(), ids=by_name)
def test_a_rule_says_what_it_finds_and_where_it_comes_from(rule: Rule) -> None:
    first, *rest = rule.doc.split("\n\n")
    assert first.rstrip().endswith(".")
    assert rest, "the docstring says what is found, and nothing of why"
    assert "Source:" in rule.doc


@pytest.mark.parametrize("rule", all_rules(), ids=by_name)
def test_a_rule_is_shown_in_cases_silence_first(rule: Rule) -> None:
    path = CASES / rule.family / f"{rule.name}.md"
    assert path.is_file(), "it has no case file"
    cases = read_cases(path)
    assert all(case.silent for case in cases[:SILENT_FIRST])
    assert any(not case.silent for case in cases), "no case shows it firing"


def test_no_case_file_is_about_a_rule_that_is_gone() -> None:
    known = {f"{rule.family}/{rule.name}" for rule in all_rules()}
    there = {f"{path.parent.name}/{path.stem}" for path in CASES.rglob("*.md")}
    assert there <= known
    assert {path.name for path in CASES.iterdir() if path.is_dir()} <= set(families())
