"""What was not read never counts as clean, and a fault of ours costs its own part alone."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from checks.engine import review
from checks.isolation import Failures
from checks.model import State
from checks.snapshot import Change, Hunk, Snapshot, Source
from checks.tree import DictTree
from config.load import shipped

PROFILE = shipped("dra-driver-nvidia-gpu")


def change(path: str, content: bytes, links: tuple[str, ...] = ()) -> Snapshot:
    added = Change("A", None, path, (Hunk(0, 0, 1, 1),))
    head = DictTree({} if links else {path: content}, links=links)
    return Snapshot(Source(DictTree({})), Source(head), (added,))


def test_a_picture_that_nobody_reads_is_no_matter() -> None:
    said = review(change("site/logo.png", b"\x89PNG\0\0"), PROFILE)
    assert (said.readiness.state, said.unread) == (State.READY, ())


def test_a_vendored_file_is_no_matter() -> None:
    assert review(change("vendor/a/b.go", b"\xff"), PROFILE).readiness.state is State.READY


def test_an_unread_proposal_blocks_until_somebody_answers_for_it() -> None:
    said = review(change("site/content/contribute/proposals/0001-a.md", b"\xff\xfe# A\n"), PROFILE)
    assert said.readiness.state is State.BLOCKED
    assert "not valid UTF-8" in said.decisions[0].question
    assert [u.path for u in said.unread] == ["site/content/contribute/proposals/0001-a.md"]


@pytest.mark.parametrize(
    ("path", "state"),
    [
        ("demo/build.sh", State.READY),
        ("docs/a.md", State.READY),
        ("site/content/contribute/proposals/0001-a.md", State.BLOCKED),
        ("deployments/helm/dra-driver-nvidia-gpu/values.yaml", State.BLOCKED),
        ("cmd/gpu-kubelet-plugin/main.go", State.BLOCKED),
        ("go.mod", State.BLOCKED),
        ("Makefile", State.BLOCKED),
        (".github/design-review.yaml", State.BLOCKED),
        (".github/workflows/e2e.yaml", State.BLOCKED),
        ("docs/CODEOWNERS", State.BLOCKED),
        ("tests/OWNERS", State.BLOCKED),
    ],
)
def test_a_symbolic_link_is_not_followed(path: str, state: State) -> None:
    said = review(change(path, b"", links=(path,)), PROFILE)
    assert "symbolic link" in said.unread[0].why
    assert said.readiness.state is state


def test_a_part_that_fails_is_said_and_the_rest_goes_on() -> None:
    def fails() -> Iterator[int]:
        yield 1
        raise ValueError("no")

    failures = Failures()
    assert failures.guard("a-rule", "a.md", fails) == []
    assert failures.guard("other-rule", "a.md", lambda: [2]) == [2]
    assert [(f.what, f.path) for f in failures.all] == [("a-rule", "a.md")]
    assert "ValueError: no" in failures.all[0].trace


def test_one_rule_tells_a_hundred_things_of_a_file_and_says_that_there_are_more() -> None:
    path = "site/content/contribute/proposals/0001-a.md"
    sections = "".join(f"## Part {n}\n\nTBD\n\n" for n in range(300))
    said = review(change(path, f"# 0001 A\n\n{sections}".encode()), PROFILE)
    assert sum(f.rule == "leftover-placeholder" for f in said.findings) == 100
    assert "beyond the first 100" in said.unread[0].why


def test_a_manifest_that_does_not_parse_is_said_to_be_unread() -> None:
    broken = b"apiVersion: v1\nkind: Pod\nmetadata: {name: a\n---\napiVersion: v1\nkind: Pod\n"
    said = review(change("demo/pod.yaml", broken), PROFILE)
    assert [(u.path, u.partly) for u in said.unread] == [("demo/pod.yaml", True)]
    assert "YAML from line" in said.unread[0].why


def many(count: int, content: bytes, ending: str = "go") -> Snapshot:
    paths = [f"cmd/gpu-kubelet-plugin/f{n:03}.{ending}" for n in range(count)]
    changes = tuple(Change("A", None, path, (Hunk(0, 0, 1, 1),)) for path in paths)
    return Snapshot(Source(DictTree({})), Source(DictTree(dict.fromkeys(paths, content))), changes)


def test_a_change_larger_than_any_we_know_is_read_in_part_and_says_so() -> None:
    function = b"func f() { g(1) }\n"
    whole = many(20, b"package main\n" + function * 100)
    assert review(whole, PROFILE).unread == ()
    said = review(many(20, b"package main\n\nvar words = `" + b"x" * 350_000 + b"`\n\n" + function), PROFILE)
    assert [u.path[-7:] for u in said.unread] == [f"f{n:03}.go" for n in range(8, 20)]
    assert {u.why for u in said.unread} == {"more in one change than is read"}
    assert said.readiness.state is State.BLOCKED


def test_pages_beyond_the_bound_are_said_and_ask_nobody() -> None:
    paths = [f"docs/page-{n}.md" for n in range(6)]
    changes = tuple(Change("A", None, path, (Hunk(0, 0, 1, 1),)) for path in paths)
    head = DictTree(dict.fromkeys(paths, f"# Page\n\n```\n{'x' * 300_000}\n```\n"))
    said = review(Snapshot(Source(DictTree({})), Source(head), changes), PROFILE)
    assert [u.path for u in said.unread] == paths[3:]
    assert said.readiness.state is State.READY


def test_hundreds_of_unread_files_are_one_question_beside_the_first() -> None:
    said = review(many(300, b"\xff"), PROFILE)
    assert len(said.unread) == 300
    assert len(said.decisions) == 11
    assert said.decisions[-1].question.startswith("Not read either: 290 more files of this change.")
    assert said.readiness.headline.endswith(", ….")


def test_what_a_change_does_is_told_to_a_bound() -> None:
    path = "api/nvidia.com/resource/v1beta1/a.go"
    constants = "".join(f'const Mode{n} Mode = "m{n}"\n' for n in range(3_000))
    said = review(change(path, f"package v1beta1\n\ntype Mode string\n\n{constants}".encode()), PROFILE)
    assert [(u.path, u.partly) for u in said.unread] == [(path, True)]
    assert said.classification.reasons[-1].detail.endswith("more)")


@pytest.mark.parametrize(
    ("path", "content"),
    [
        (
            "deployments/helm/dra-driver-nvidia-gpu/values.yaml",
            "x: &a {enabled: true, b: 1}\n" + "".join(f"y{n}: *a\n" for n in range(15_000)),
        ),
        ("tests/bats/a.bats", "cat <<EOF\n" * 50_000),
        ("tests/bats/a.bats", f"cat <<EOF\napiVersion: {'${' * 100_000}\nEOF\n"),
    ],
    ids=["values by alias", "here-documents that never end", "expansions that never end"],
)
def test_what_is_long_is_read_in_time(path: str, content: str) -> None:
    begun = time.process_time()
    review(change(path, content.encode()), PROFILE)
    assert time.process_time() - begun < 10


def test_of_a_page_with_hundreds_of_manifests_the_last_go_unread() -> None:
    fence = "```yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n```\n\n"
    said = review(change("docs/a.md", (fence * 510).encode()), PROFILE)
    assert [(u.path, u.why) for u in said.unread] == [("docs/a.md", "objects beyond 500 fences")]
