"""A proposal written to keep the reviewer busy is reviewed in time all the same."""

from __future__ import annotations

import time

import pytest

from checks.engine import prepare, review
from checks.looks import KINDS
from checks.registry import rules_of
from checks.snapshot import Change, Hunk, Snapshot, Source
from checks.subject import Subject
from checks.tree import DictTree
from config.load import shipped
from tests.cases import FIXTURES

PROFILE = shipped("dra-driver-nvidia-gpu")
PATH = "site/content/contribute/proposals/0003-slots.md"
HEADER = "| Field | Value |\n|---|---|\n| Status | provisional |\n\n## Summary\n\n"
SECONDS = 30  # far above what it takes, far below what it took where a pattern went back and forth
HOSTILE = {
    "ten thousand headings": HEADER + "".join(f"## Heading {n}\n\ntext\n\n" for n in range(10_000)),
    "backticks that never close": HEADER + "` " * 60_000,
    "backticks of every length": HEADER + "".join("`" * (n % 50 + 1) + "x " for n in range(12_000)),
    "marks that never end": HEADER + "<<[UNRESOLVED " * 20_000,
    "placeholders that never end": HEADER + "<your " * 40_000,
    "names called existing": HEADER + " ".join(f"the existing `Slot{n}Map`" for n in range(8_000)),
    "stars in paths": HEADER + "".join(f"`cmd/**/*{n}*/**/*a*/**/*.go`\n\n" for n in range(300)),
    "anchors that no heading makes": HEADER + "".join(f"- [x](#h{n})\n" for n in range(20_000)),
    "brackets that never close": HEADER + ("[a](" * 1_900 + "\n\n") * 50,
    "fences of nothing": HEADER + "```yaml\napiVersion: v1\n```\n" * 12_000,
    "a paragraph of many lines": HEADER + "Words in a row.\n" * 20_000,
    "questions": HEADER + "Text.\n\n## Open questions\n\n" + "".join(f"- Q {n}?\n" for n in range(12_000)),
}


@pytest.mark.parametrize("document", HOSTILE.values(), ids=list(HOSTILE))
def test_structure_is_checked_in_time(document: str) -> None:
    folder = FIXTURES / "project" / "both"
    base = {f.relative_to(folder).as_posix(): f.read_text() for f in folder.rglob("*") if f.is_file()}
    added = Change("A", None, PATH, (Hunk(0, 0, 1, document.count("\n") + 1),))
    head = Source(DictTree(base | {PATH: document}))
    begun = time.monotonic()
    context = prepare(Snapshot(Source(DictTree(base)), head, (added,)), PROFILE, Subject())
    found = [
        defect
        for rule in rules_of("structure")
        for thing in KINDS[rule.looks_at.__name__](context)
        for defect in rule.check(thing, context)
    ]
    assert found, "sections are missing, whatever else"
    assert time.monotonic() - begun < SECONDS


def test_a_template_of_thousands_of_sections_is_followed_to_a_bound() -> None:
    folder = PATH.rpartition("/")[0]
    sections = "".join(f"## Part {n}\n\n> Say it.\n\n" for n in range(10_000))
    base = {f"{folder}/NNNN-template.md": f"# NNNN: Title\n\n{sections}"}
    head = base | {PATH: HEADER + "Words.\n"}
    added = Change("A", None, PATH, (Hunk(0, 0, 1, 8),))
    begun = time.monotonic()
    said = review(Snapshot(Source(DictTree(base)), Source(DictTree(head)), (added,)), PROFILE)
    assert "missing-section" in {f.rule for f in said.findings}
    assert time.monotonic() - begun < SECONDS
