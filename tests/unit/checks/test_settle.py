"""What a review says of a proposal that is not agreed, and how people settle it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from checks.engine import review
from checks.model import Answer, Review, State, Waiver
from checks.subject import Subject
from config.load import shipped
from tests.cases import FIXTURES, snapshot_of

PROFILE = shipped("dra-driver-nvidia-gpu")
VALUES = "deployments/helm/dra-driver-nvidia-gpu/values.yaml"
PROPOSAL = "site/content/contribute/proposals/0003-slots.md"
RULE = "proposal-not-agreed"


def reviewed(status: str, **said: object) -> Review:
    """A change of code whose description names a proposal of this status."""
    folder = FIXTURES / "project" / "both"
    files = {f.relative_to(folder).as_posix(): f.read_text() for f in folder.rglob("*") if f.is_file()}
    files[PROPOSAL] = f"| Field | Value |\n|---|---|\n| Status | {status} |\n\n## Summary\n\nSlots.\n"
    subject = Subject(body="Proposal 0003.", posted=True, **said)  # type: ignore[arg-type]
    return review(snapshot_of(files, files | {VALUES: files[VALUES] + "slotsPerGPU: 1\n"}), PROFILE, subject)


def open_findings(found: Review) -> list[str]:
    return [f.rule for f in found.findings if f.rule == RULE and f.waived is None]


def test_an_agreed_proposal_leaves_nothing_to_ask() -> None:
    found = reviewed("implementable")
    assert open_findings(found) == []
    assert found.decisions == ()


def test_a_provisional_one_blocks_on_a_named_decision_and_not_on_the_author() -> None:
    found = reviewed("provisional")
    assert open_findings(found) == [RULE]
    assert found.readiness.state is State.BLOCKED
    assert found.decisions[0].id in found.readiness.headline
    assert found.decisions[0].owner == "ana, bo"


@pytest.mark.parametrize("by_id", [True, False], ids=["by id", "by rule"])
def test_a_waiver_leaves_nothing_to_ask(by_id: bool) -> None:
    name = next(f.id for f in reviewed("provisional").findings if f.rule == RULE) if by_id else RULE
    found = reviewed("provisional", waivers={name: Waiver("ana", "agreed in the meeting", "", "")})
    assert open_findings(found) == []
    assert found.decisions == ()
    assert found.readiness.state is not State.BLOCKED


def test_an_answer_settles_the_finding_and_stays_on_record() -> None:
    asked = reviewed("provisional").decisions[0]
    answer = Answer("ana", "agreed in the meeting", "2026-05-04", "https://example.com/1")
    found = reviewed("provisional", answers={asked.id: answer})
    assert open_findings(found) == []
    assert found.decisions == (replace(asked, answer=answer),)
    waived = next(f.waived for f in found.findings if f.rule == RULE)
    assert waived == Waiver(answer.by, answer.text, answer.at, answer.url)
    assert found.readiness.state is not State.BLOCKED


def test_the_approval_that_is_missing_is_named() -> None:
    assert any("ana, bo" in line for line in reviewed("provisional").to_advance)
    assert not any("ana, bo" in line for line in reviewed("provisional", approved_by=("Bo",)).to_advance)
