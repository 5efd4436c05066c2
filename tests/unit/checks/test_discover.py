"""The generic profile finds a repository's proposals by itself, and asks nothing of one that has none."""

from __future__ import annotations

import pytest

from checks.discover import discover
from checks.engine import review
from checks.snapshot import Change, Hunk, Snapshot, Source
from checks.tree import DictTree
from config.load import shipped
from config.profile import Profile

KEP_LIKE = "# NNNN: Title\n\n| | |\n|---|---|\n| Status | provisional |\n\n## Summary\n\n## Design\n"
MADR = "# Use lanes\n\n* Status: accepted\n\n## Context and Problem Statement\n\nWe ship.\n"


def seen(files: dict[str, str]) -> Profile:
    return discover(Source(DictTree(files)), shipped("generic"))


def test_a_repository_without_proposals_is_asked_for_none() -> None:
    profile = seen(
        {"README.md": "# x\n", "docs/design/notes.md": "# Notes\n", "charts/x/values.yaml": "a: 1\n"}
    )
    assert profile.proposals.folders == ()
    assert profile.criteria == ()


def test_a_profile_that_says_it_all_is_left_alone() -> None:
    said = shipped("dra-driver-nvidia-gpu")
    assert discover(Source(DictTree({"rfcs/0001-a.md": "# a\n"})), said) is said


@pytest.mark.parametrize(
    ("files", "folder", "template", "naming"),
    [
        ({"docs/proposals/NNNN-template.md": KEP_LIKE}, "docs/proposals", "NNNN-template.md", r"\d{4}"),
        ({"rfcs/0000-template.md": "# x\n", "rfcs/0001-a.md": "# a\n"}, "rfcs", "0000-template.md", r"\d{4}"),
        ({"docs/adr/0001-use-lanes.md": MADR, "docs/adr/README.md": "# ADRs\n"}, "docs/adr", None, r"\d{4}"),
        (
            {"proposals/template.md": "# x\n", "proposals/12-a.md": "# a\n"},
            "proposals",
            "template.md",
            r"\d{1,5}",
        ),
        ({"design/2026-01-05-lanes.md": "# Lanes\n"}, "design", None, r"\d{4}-\d{2}-\d{2}"),
        ({"docs/adr/adr-7-lanes.md": MADR}, "docs/adr", None, "(?i:adr"),
        (
            {"docs/design/template.md": "# x\n", "docs/design/lanes.md": "# L\n"},
            "docs/design",
            "template.md",
            r"\d{1,5}",
        ),
        ({"keps/NNNN-kep-template/README.md": "# x\n"}, "keps", "NNNN-kep-template/README.md", r"\d{4}"),
    ],
)
def test_folder_template_and_naming_are_found(
    files: dict[str, str], folder: str, template: str | None, naming: str
) -> None:
    said = seen({"README.md": "# x\n", **files}).proposals
    assert said.folders == (folder,)
    assert said.template == ((template,) if template else ())
    assert naming in said.file_name


def test_a_page_on_proposals_is_enough() -> None:
    said = seen({"docs/design/README.md": "# RFCs\n"}).proposals
    assert said.folders == ("docs/design",)
    assert said.process_page == ("README.md",)


def test_the_folder_with_a_template_stands_first() -> None:
    said = seen(
        {"docs/adr/0001-a.md": MADR, "docs/adr/0002-b.md": MADR, "rfcs/template.md": "# x\n"}
    ).proposals
    assert said.folders == ("rfcs", "docs/adr")


@pytest.mark.parametrize(
    ("files", "statuses"),
    [
        (
            {"rfcs/template.md": "status: provisional|implementable|implemented|withdrawn\n"},
            ("provisional", "implementable", "implemented", "withdrawn"),
        ),
        (
            {"rfcs/template.md": "# x\n\n- Status: {proposed | rejected | accepted | superseded by NNNN}\n"},
            ("proposed", "rejected", "accepted", "superseded"),
        ),
        (
            {
                "rfcs/README.md": "# R\n\n## Lifecycle\n\n- `draft`: a\n- **accepted**\n\n## Z\n\n- done\n",
                "rfcs/0001-a.md": "# a\n",
            },
            ("draft", "accepted"),
        ),
        (
            {"docs/adr/0001-a.md": MADR, "docs/adr/0002-b.md": "# b\n\n## Status\n\nSuperseded by 0003\n"},
            ("accepted", "superseded"),
        ),
        ({"docs/adr/0001-a.md": "# a\n\nThe status of the art is poor.\n"}, ()),
    ],
)
def test_statuses_are_the_projects_own(files: dict[str, str], statuses: tuple[str, ...]) -> None:
    assert seen(files).proposals.statuses == statuses


def test_statuses_are_told_by_what_they_are_for() -> None:
    said = seen({"rfcs/template.md": "Status: draft, accepted, implemented, rejected\n"}).proposals
    assert said.first_status == "draft"
    assert said.agreed_statuses == ("accepted", "implemented")
    assert said.shipped_status == "implemented"
    assert said.closed_statuses == ("rejected",)


def added(base: dict[str, str], path: str, text: str) -> Snapshot:
    lines = text.count("\n")
    change = Change("A", None, path, (Hunk(0, 0, 1, lines),))
    return Snapshot(Source(DictTree(base)), Source(DictTree({**base, path: text})), (change,))


def rules_of(snapshot: Snapshot) -> dict[str, str]:
    said = review(snapshot, discover(snapshot.base, shipped("generic")))
    return {f.rule: f.severity.value for f in said.findings}


def test_a_good_decision_record_is_silent() -> None:
    base = {f"docs/adr/000{n}-lanes-{n}.md": MADR for n in range(1, 4)}
    assert rules_of(added(base, "docs/adr/0004-more-lanes.md", MADR)) == {}


def test_a_good_proposal_is_silent() -> None:
    template = (
        "# RFC NNNN\n\n- Status: draft | accepted | rejected\n\n## Summary\n\n## Motivation\n\n## Design\n"
    )
    document = (
        "# RFC 2: Lanes\n\n- Status: draft\n\n## Summary\n\nParcels get lanes of their own.\n\n"
        "## Motivation\n\nLaboratories lose three in ten samples.\n\n## Design\n\nA queue for each lane.\n"
    )
    base = {
        "rfcs/0000-template.md": template,
        "rfcs/0001-queues.md": document.replace("2: Lanes", "1: Queues"),
    }
    assert rules_of(added(base, "rfcs/0002-lanes.md", document)) == {}


def test_a_missing_section_of_the_projects_template_blocks() -> None:
    template = "# NNNN\n\n## Summary\n\n## Motivation\n\n## Rollout\n"
    document = "# 0001: Lanes\n\n## Summary\n\nLanes for parcels.\n\n## Motivation\n\nSamples break.\n"
    assert rules_of(added({"rfcs/NNNN-template.md": template}, "rfcs/0001-lanes.md", document)) == {
        "missing-section": "blocking"
    }


def test_an_unknown_status_is_told_by_the_projects_own_words() -> None:
    base = {"docs/adr/template.md": "# x\n\n- Status: proposed | accepted | superseded\n"}
    document = "# 0001: Lanes\n\n- Status: maybe\n"
    assert rules_of(added(base, "docs/adr/0001-lanes.md", document)).get("unknown-status") == "blocking"
