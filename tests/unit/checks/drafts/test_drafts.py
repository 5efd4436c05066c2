"""Drafts say what the change shows and mark what it does not; they pass our own checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.drafts import DRAFTS, draft
from checks.engine import prepare, review
from checks.snapshot import Change, Hunk, Snapshot, Source
from checks.subject import Subject
from checks.tree import DictTree
from config.load import shipped

FIXTURE = Path(__file__).parents[3] / "fixtures" / "project" / "both"
PROFILE = shipped("dra-driver-nvidia-gpu")
GATES = "pkg/featuregates/featuregates.go"
SPEC = """
	SlotSharing: {
		{
			Default:    false,
			PreRelease: featuregate.Alpha,
			Version:    version.MajorMinor(0, 5),
		},
	},
}
"""


def project() -> dict[str, str]:
    return {str(f.relative_to(FIXTURE)): f.read_text() for f in FIXTURE.rglob("*") if f.is_file()}


def added(files: dict[str, str]) -> Snapshot:
    """A change that adds files, or appends to those that are there."""
    base = project()
    head = base | files
    changes = []
    for path, text in files.items():
        old = base.get(path, "").count("\n")
        hunk = Hunk(old, 0, old + 1, text.count("\n") - old)
        changes.append(Change("M" if path in base else "A", path if path in base else None, path, (hunk,)))
    return Snapshot(Source(DictTree(base)), Source(DictTree(head)), tuple(changes))


@pytest.fixture
def gate() -> Snapshot:
    text = project()[GATES].replace(
        "\n)\n\nvar", '\n\n\tSlotSharing featuregate.Feature = "SlotSharing"\n)\n\nvar', 1
    )
    return added({GATES: text.rstrip().removesuffix("}").rstrip() + SPEC})


@pytest.mark.parametrize("kind", sorted(DRAFTS))
def test_an_empty_change_invents_nothing(kind: str) -> None:
    nothing = Snapshot(Source(DictTree({})), Source(DictTree({})), ())
    text = draft(kind, prepare(nothing, PROFILE, Subject()))
    assert "FILL IN" in text or "no proposal template" in text


@pytest.mark.parametrize("kind", ["scope", "proposal", "adr", "plan", "gate"])
def test_facts_come_with_their_line(kind: str, gate: Snapshot) -> None:
    text = draft(kind, prepare(gate, PROFILE, Subject(title="Share slots")))
    assert "SlotSharing" in text
    assert f"{GATES}:" in text


def test_the_proposal_has_every_section_and_ticks_what_is_touched(gate: Snapshot) -> None:
    context = prepare(gate, PROFILE, Subject(title="Share slots"))
    said = draft("proposal", context)
    path = said.split("`")[1]
    assert path == "site/content/contribute/proposals/0001-share-slots.md"
    text = said.split("`````markdown\n")[1].split("\n`````")[0] + "\n"
    found = {f.rule for f in review(added({path: text}), PROFILE).findings}
    assert "leftover-placeholder" in found
    assert not found & {"missing-section", "misnamed-proposal", "unknown-status", "malformed-front-matter"}


def test_no_line_begins_with_a_slash(gate: Snapshot) -> None:
    context = prepare(gate, PROFILE, Subject(title="/approve"))
    for kind in DRAFTS:
        assert not [line for line in draft(kind, context).splitlines() if line.startswith("/")]


def test_the_manifests_pass_our_own_checks(gate: Snapshot) -> None:
    text = draft("dra", prepare(gate, PROFILE, Subject()))
    found = review(added({"demo/draft.md": text}), PROFILE).findings
    assert [f.message for f in found if f.path == "demo/draft.md"] == []
