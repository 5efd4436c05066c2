"""A large rework of the coordination layer asks people; a small one, or one elsewhere, does not."""

from __future__ import annotations

import pytest

from checks.engine import prepare
from checks.facts.rework import MOST_LINES, observe
from checks.model import Verdict
from checks.snapshot import Snapshot
from checks.subject import Subject
from config.load import shipped
from tests.cases import snapshot_of

PROFILE = shipped("dra-driver-nvidia-gpu")


def rework(lines: int, path: str = "cmd/compute-domain-daemon/main.go", word: str = "step") -> Snapshot:
    """A function that gains so many statements."""
    body = "\n".join(f"\t{word}({number})" for number in range(lines))
    return snapshot_of(
        {path: "package main\n\nfunc run() {\n}\n"}, {path: f"package main\n\nfunc run() {{\n{body}\n}}\n"}
    )


@pytest.mark.parametrize(
    "change",
    [
        rework(MOST_LINES - 1),
        rework(MOST_LINES, path="cmd/gpu-kubelet-plugin/main.go"),
        rework(MOST_LINES, path="cmd/compute-domain-daemon/main_test.go"),
        rework(MOST_LINES, word="klog.Infoln"),
    ],
    ids=["small", "elsewhere", "tests", "log calls"],
)
def test_nobody_is_asked(change: Snapshot) -> None:
    assert not list(observe(change, PROFILE))
    assert prepare(change, PROFILE, Subject()).classification.verdict is Verdict.DIRECT


def test_people_are_asked() -> None:
    classification = prepare(rework(MOST_LINES), PROFILE, Subject()).classification
    assert classification.verdict is Verdict.UNDECIDED
    assert [(r.criterion, r.symbol, r.line) for r in classification.reasons] == [
        ("computedomain-imex", "run", 3)
    ]


def test_a_contract_decides_beside_it() -> None:
    base, head = {}, {}
    for path, content in (("cmd/compute-domain-daemon/main.go", "x"), ("go.mod", "module example.test/a\n")):
        base[path] = head[path] = content
    body = "\n".join(f"\tstep({number})" for number in range(MOST_LINES))
    base["cmd/compute-domain-daemon/main.go"] = "package main\n\nfunc run() {\n}\n"
    head["cmd/compute-domain-daemon/main.go"] = f"package main\n\nfunc run() {{\n{body}\n}}\n"
    head["go.mod"] += "\nrequire github.com/NVIDIA/go-example v0.1.0\n"
    classification = prepare(snapshot_of(base, head), PROFILE, Subject()).classification
    assert classification.verdict is Verdict.REQUIRED
    assert [r.criterion for r in classification.reasons] == ["external-dependency"]
