"""A whole tree is held against itself: what nobody changes today is found too."""

from __future__ import annotations

from pathlib import Path

from checks.audit import audit
from checks.snapshot import Snapshot, Source
from checks.tree import DictTree
from config.load import shipped

FIXTURE = Path(__file__).parents[2] / "fixtures" / "project" / "both"
PROFILE = shipped("dra-driver-nvidia-gpu")
REFERENCE = "site/content/docs/reference/helm-values.md"
VALUES = "deployments/helm/dra-driver-nvidia-gpu/values.yaml"


def rules_of(**files: str) -> set[str]:
    tree = {str(f.relative_to(FIXTURE)): f.read_text() for f in FIXTURE.rglob("*") if f.is_file()}
    whole = DictTree(tree | {path.replace("__", "/"): text for path, text in files.items()})
    said = audit(Snapshot(Source(whole), Source(whole), ()), PROFILE)
    assert said.failures == ()
    return {f.rule for f in said.findings}


def test_a_consistent_tree_has_no_blocking_finding() -> None:
    tree = {str(f.relative_to(FIXTURE)): f.read_text() for f in FIXTURE.rglob("*") if f.is_file()}
    whole = DictTree(tree)
    said = audit(Snapshot(Source(whole), Source(whole), ()), PROFILE)
    assert [f for f in said.findings if f.open_blocking] == []


def test_a_value_that_the_reference_lacks() -> None:
    reference = "# Values\n\n| value | meaning |\n|---|---|\n| `image.*` | where it comes from |\n"
    values = (FIXTURE / VALUES).read_text()
    assert "undocumented-value" not in rules_of(**{VALUES: values})
    assert "undocumented-value" in rules_of(**{VALUES: f"{values}\nforgotten: 1\n", REFERENCE: reference})


def test_an_empty_tree() -> None:
    nothing = DictTree({})
    assert audit(Snapshot(Source(nothing), Source(nothing), ()), PROFILE).findings == ()
