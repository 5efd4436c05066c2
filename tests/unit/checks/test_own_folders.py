"""Proposals that have a folder of their own, which bears number and title: `veps/7-lanes/vep.md`."""

from __future__ import annotations

import pytest

from checks.discover import discover
from checks.engine import review
from checks.model import Review
from checks.snapshot import Change, Hunk, Snapshot, Source
from checks.tree import DictTree
from config.load import shipped
from tests.unit.checks.test_discover import seen

TEMPLATE = (
    "# NNNN: Title\n\n## Summary\n\n<!-- One paragraph. -->\n\n## Motivation\n\n<!-- Why. -->\n\n"
    "## Graduation\n\n<!-- What each stage asks for. -->\n\n### Alpha\n\n### GA\n"
)
DOCUMENT = (
    "# 7: Lanes\n\n## Summary\n\nParcels get lanes of their own.\n\n## Motivation\n\n"
    "Laboratories lose three in ten samples.\n\n## Graduation\n\n### Alpha\n\nThe gate guards every lane.\n\n"
    "### GA v1.10\n\nNo lane was lost for two releases.\n"
)
STANDING = DOCUMENT.replace("# 7: Lanes", "# 3: Queues")
BASE = {
    "README.md": "# Parcels\n",
    "veps/NNNN-vep-template/vep.md": TEMPLATE,
    "veps/sig-post/3-queues/vep.md": STANDING,
    "veps/sig-post/3-queues/notes.md": "# Notes\n",
}
NEW = "veps/sig-road/7-lanes/vep.md"


def said_of(path: str, text: str, base: dict[str, str] = BASE) -> Review:
    before = {} if path not in base else {path: base[path]}
    change = Change(
        "M" if before else "A", path if before else None, path, (Hunk(0, 0, 1, text.count("\n")),)
    )
    snapshot = Snapshot(Source(DictTree(base)), Source(DictTree({**base, path: text})), (change,))
    return review(snapshot, discover(snapshot.base, shipped("generic")))


def rules_of(said: Review) -> dict[str, str]:
    return {f.rule: f.severity.value for f in said.findings}


@pytest.mark.parametrize(
    ("files", "document"),
    [
        ({"veps/sig-post/3-queues/vep.md": STANDING}, ("vep.md",)),
        ({"keps/NNNN-kep-template/README.md": TEMPLATE}, ("README.md",)),
        ({"proposals/12-lanes/proposal.md": DOCUMENT, "proposals/README.md": "# P\n"}, ("proposal.md",)),
        ({"rfcs/0001-lanes.md": DOCUMENT, "rfcs/0001-lanes/README.md": "# Pictures\n"}, ()),
        ({"docs/design/lanes.md": DOCUMENT, "docs/design/template.md": TEMPLATE}, ()),
    ],
)
def test_what_a_document_in_its_own_folder_is_called_is_found(
    files: dict[str, str], document: tuple[str, ...]
) -> None:
    assert seen(files).proposals.document == document


def test_a_good_one_is_read_and_silent() -> None:
    said = said_of(NEW, DOCUMENT)
    assert [(p.path, p.number, p.title) for p in said.proposals] == [(NEW, "7", "Lanes")]
    assert said.findings == ()


@pytest.mark.parametrize(
    "path", ["veps/sig-post/3-queues/notes.md", "veps/sig-road/README.md", "docs/vep.md"]
)
def test_other_pages_are_none(path: str) -> None:
    assert said_of(path, "# Notes\n\nWhat we read.\n").proposals == ()


def test_a_number_that_another_group_took_is_taken() -> None:
    assert rules_of(said_of("veps/sig-road/3-lanes/vep.md", DOCUMENT.replace("# 7:", "# 3:"))) == {
        "number-taken": "blocking"
    }


def test_a_folder_without_a_number_is_asked_for_one() -> None:
    said = said_of("veps/sig-road/NNNN-lanes/vep.md", DOCUMENT.replace("# 7: ", "# "))
    (found,) = said.findings
    assert found.rule == "misnamed-proposal"
    assert found.message == "“NNNN-lanes” is not how proposals are named. Name it `NUMBER-lanes`."


def test_a_section_whose_parts_are_filled_is_filled_and_one_whose_are_not_is_not() -> None:
    empty = DOCUMENT.replace("The gate guards every lane.\n", "").replace(
        "No lane was lost for two releases.\n", ""
    )
    assert rules_of(said_of(NEW, empty)) == {"unfilled-section": "blocking"}


def test_a_part_of_a_section_that_is_missing_does_not_block_where_no_profile_asks_for_it() -> None:
    without = DOCUMENT.replace("### Alpha\n\nThe gate guards every lane.\n\n", "")
    assert rules_of(said_of(NEW, without)) == {"missing-section": "optional"}


def test_the_status_of_an_object_in_code_is_not_the_documents() -> None:
    template = TEMPLATE.replace("## Summary", "- Status: provisional | implementable\n\n## Summary")
    shown = DOCUMENT.replace("## Graduation", "```yaml\nstatus:\n  conditions: []\n```\n\n## Graduation")
    said = said_of(NEW, shown, {**BASE, "veps/NNNN-vep-template/vep.md": template})
    assert "unknown-status" not in rules_of(said)
    assert said.proposals[0].status in ("", None)


def test_what_a_heading_calls_optional_may_be_left_out_or_empty() -> None:
    template = f"{TEMPLATE}\n## Infrastructure (Optional)\n\n<!-- What it runs on. -->\n"
    base = {**BASE, "veps/NNNN-vep-template/vep.md": template}
    assert said_of(NEW, DOCUMENT, base).findings == ()
    assert said_of(NEW, f"{DOCUMENT}\n## Infrastructure\n\nNone of our own.\n", base).findings == ()
    assert said_of(NEW, f"{DOCUMENT}\n## Infrastructure (Optional)\n", base).findings == ()


def test_parts_that_are_missing_are_told_together() -> None:
    bare = DOCUMENT[: DOCUMENT.index("### Alpha")] + "See the issue.\n"
    (found,) = said_of(NEW, bare).findings
    assert found.message == "Under “Graduation” the template also asks for “Alpha” and “GA”."


@pytest.mark.parametrize("mark", ["-", " ", "(", "– v1."])
def test_a_heading_of_any_length_costs_no_square(mark: str) -> None:
    said = said_of(NEW, f"{DOCUMENT}\n## GA{mark * 100_000}x\n")
    assert said.findings == ()
