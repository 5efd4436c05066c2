"""Who may approve a path, as the owners' files of a tree say."""

from __future__ import annotations

import time

import msgspec
import pytest

from checks.owners import approvers
from checks.snapshot import Source
from checks.tree import DictTree
from config.load import shipped
from config.profile import Profile

OWNERS = shipped("dra-driver-nvidia-gpu")
CODEOWNERS = msgspec.structs.replace(OWNERS, ownership="CODEOWNERS")


def may_approve(files: dict[str, str], path: str, profile: Profile = OWNERS) -> list[str]:
    return sorted(approvers(Source(DictTree(files)), path, profile))


def test_nobody_where_no_file_names_anybody() -> None:
    assert may_approve({"README.md": ""}, "cmd/main.go") == []


def test_reviewers_do_not_approve() -> None:
    assert may_approve({"OWNERS": "reviewers: [cleo]\n"}, "cmd/main.go") == []


def test_folders_add_up_from_the_path_to_the_root() -> None:
    files = {
        "OWNERS": "approvers: [Ana]\n",
        "cmd/OWNERS": "approvers: ['@bo']\n",
        "pkg/OWNERS": "approvers: [cleo]\n",
    }
    assert may_approve(files, "cmd/gpu/main.go") == ["ana", "bo"]


def test_a_folder_can_shut_its_parents_out() -> None:
    shut = "approvers: [bo]\noptions:\n  no_parent_owners: true\n"
    files = {"OWNERS": "approvers: [ana]\n", "cmd/OWNERS": shut}
    assert may_approve(files, "cmd/main.go") == ["bo"]
    assert may_approve(files, "README.md") == ["ana"]


def test_an_alias_stands_for_its_members() -> None:
    files = {"OWNERS": "approvers: [Core, dana]\n", "OWNERS_ALIASES": "aliases:\n  core: [ana, bo]\n"}
    assert may_approve(files, "main.go") == ["ana", "bo", "dana"]


def test_filters_hold_for_the_paths_that_they_match() -> None:
    filters = "filters:\n  '.*':\n    approvers: [ana]\n  '\\.md$':\n    approvers: [bo]\n"
    assert may_approve({"docs/OWNERS": filters}, "docs/a.go") == ["ana"]
    assert may_approve({"docs/OWNERS": filters}, "docs/a.md") == ["ana", "bo"]


@pytest.mark.parametrize(
    "owners",
    [
        "approvers: {ana: 1}",
        "- ana",
        "approvers: [ana",
        "filters: {'(': {approvers: [ana]}}",
        "approvers: ana",
    ],
    ids=["a map", "a list", "no YAML", "no pattern", "a string"],
)
def test_a_file_that_says_nothing_usable_gives_nobody_a_right(owners: str) -> None:
    assert may_approve({"OWNERS": owners}, "main.go") == []


def test_a_filter_that_would_take_for_ever_gives_nobody_a_right() -> None:
    filters = "filters:\n  '(a+)+$':\n    approvers: [ana]\n"
    assert may_approve({"OWNERS": filters}, "a" * 60 + "!") == []


def test_the_last_line_that_matches_counts() -> None:
    lines = "# who\n*  @ana\n/docs/ @bo @org/writers  # writers\n*.go\ndev@example.com\n"
    files = {".github/CODEOWNERS": lines}
    assert may_approve(files, "README", CODEOWNERS) == ["ana"]
    assert may_approve(files, "docs/a.md", CODEOWNERS) == ["bo", "org/writers"]
    assert may_approve(files, "docs/a.go", CODEOWNERS) == []


@pytest.mark.parametrize(
    "files",
    [
        {
            "OWNERS": f"approvers: [{', '.join(['core'] * 20_000)}]\n",
            "OWNERS_ALIASES": "aliases:\n  core:\n" + "".join(f"  - m{n}\n" for n in range(30_000)),
        },
        {"OWNERS": f"filters:\n  '{'(.*)' * 12}x$': {{approvers: [ana]}}\n"},
        {"OWNERS": "filters:\n" + "".join(f"  'a{n}$': {{approvers: [ana]}}\n" for n in range(9_000))},
        {"OWNERS": "approvers: [a]\n", "OWNERS_ALIASES": "aliases: {a: [b], b: [a]}\n"},
    ],
    ids=["an alias named for ever", "a filter that searches for ever", "filters", "aliases in a circle"],
)
def test_hostile_owners_are_read_in_time(files: dict[str, str]) -> None:
    begun = time.process_time()
    may_approve(files, f"cmd/{'a' * 60}/main.go")
    assert time.process_time() - begun < 5
