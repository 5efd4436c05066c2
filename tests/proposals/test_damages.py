"""Model proposals pass; each small damage is found by its rule; harmless rewriting changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.engine import review
from checks.model import Finding
from config.load import shipped
from tests.cases import add_fixture, snapshot_of
from tests.proposals.damages import DAMAGES, FOLDER, Damage
from tests.proposals.edits import Edit
from tests.proposals.rewriting import REWRITINGS

MODELS = {
    path.stem: path.read_text("utf-8") for path in sorted((Path(__file__).parent / "model").glob("*.md"))
}
PROFILE = shipped("dra-driver-nvidia-gpu")


def findings_of(damage: Damage) -> tuple[Finding, ...]:
    """What the engine says of a change that adds, edits or removes the damaged document."""
    base: dict[str, str] = {}
    head: dict[str, str] = {}
    for name in ("project", "models"):
        add_fixture(name, base, head)
    base |= damage.base
    head |= damage.base
    path = damage.path or f"{FOLDER}/0001-{damage.model}.md"
    if damage.before is not None:
        base[path] = applied(MODELS[damage.model], damage.before)
    if not damage.gone:
        head[path] = applied(MODELS[damage.model], damage.edits)
    return review(snapshot_of(base, head), PROFILE).findings


def applied(text: str, edits: tuple[Edit, ...]) -> str:
    for edit in edits:
        text = edit(text)
    return text


def names(findings: tuple[Finding, ...]) -> list[str]:
    return [f"{f.rule} at {f.section}: {f.message}" for f in findings]


@pytest.mark.parametrize("model", MODELS)
def test_a_model_gets_no_finding(model: str) -> None:
    assert names(findings_of(Damage("none", model, ""))) == []


@pytest.mark.parametrize("damage", DAMAGES, ids=str)
def test_a_damage_gets_its_rule(damage: Damage) -> None:
    findings = findings_of(damage)
    assert damage.rule in {f.rule for f in findings}, names(findings)
    beside = [f for f in findings if f.open_blocking and f.rule not in (damage.rule, *damage.also)]
    assert names(tuple(beside)) == []


@pytest.mark.parametrize("rewriting", REWRITINGS)
@pytest.mark.parametrize("model", MODELS)
def test_rewriting_a_model_changes_nothing(model: str, rewriting: str) -> None:
    rewritten = findings_of(Damage(rewriting, model, "", (REWRITINGS[rewriting],)))
    assert names(rewritten) == []


REWRITTEN_DAMAGES = [
    d for d in DAMAGES if d.before is None and not d.gone and d.rule != "malformed-front-matter"
][::9]


@pytest.mark.parametrize("rewriting", REWRITINGS)
@pytest.mark.parametrize("damage", REWRITTEN_DAMAGES, ids=str)
def test_rewriting_a_damaged_model_changes_no_identity(damage: Damage, rewriting: str) -> None:
    plain = findings_of(damage)
    edits = (*damage.edits, REWRITINGS[rewriting])
    rewritten = findings_of(
        Damage(damage.name, damage.model, damage.rule, edits, path=damage.path, base=damage.base)
    )
    assert {(f.rule, f.section, f.id) for f in rewritten} == {(f.rule, f.section, f.id) for f in plain}
