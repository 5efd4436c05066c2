"""A part of the program that is broken costs itself alone, and is said: tried on a broken copy of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from examples.repository import make

ROOT = Path(__file__).parents[2]
START = [sys.executable, "-c", "from workers.cli.main import main; main()"]


class Program:
    """A copy of the program, to be broken, and a repository to review with it."""

    def __init__(self, folder: Path) -> None:
        self.code = folder / "program"
        self.repository = folder / "example"
        for package in ("bot", "checks", "config", "workers"):
            unread = shutil.ignore_patterns("__pycache__", "sandbox")
            shutil.copytree(ROOT / package, self.code / package, ignore=unread)
        self.repository.mkdir()
        make(ROOT / "examples/first-review", self.repository)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "PYTHONPATH": str(self.code)}
        asked = [*START, *arguments, "--repo", str(self.repository)]
        return subprocess.run(asked, cwd=self.repository, env=env, capture_output=True, text=True, timeout=60)

    def review(self) -> tuple[dict[str, object], str]:
        done = self.run("review", "--format", "json")
        assert done.returncode == 1, done.stderr
        assert "Traceback" not in done.stderr
        return json.loads(done.stdout), done.stderr


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


def rules_in(review: dict[str, object]) -> set[str]:
    return {f["rule"] for f in review["findings"]}  # type: ignore[attr-defined]


def questions_in(review: dict[str, object]) -> str:
    return "\n".join(d["question"] for d in review["decisions"])  # type: ignore[attr-defined]


def test_whole_as_it_is_nothing_fails(program: Program) -> None:
    review, said = program.review()
    assert said == ""
    assert "failed" not in questions_in(review)


def test_a_rule_that_cannot_be_loaded_is_missed_and_the_others_speak(program: Program) -> None:
    whole, _ = program.review()
    module = program.code / "checks/rules/structure/unearned_status.py"
    module.write_text("import no_such_module\n")
    review, said = program.review()
    assert rules_in(review) == rules_in(whole) - {"unearned-status"}
    assert "The check `unearned-status` failed and says nothing." in questions_in(review)
    assert said == (
        "design-review: `unearned-status` failed: ModuleNotFoundError: No module named 'no_such_module'\n"
    )


def test_settings_may_name_a_rule_that_cannot_be_loaded(program: Program) -> None:
    settings = program.repository / ".github/design-review.yaml"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text("rules: {unearned-status: optional}\n")
    (program.code / "checks/rules/structure/unearned_status.py").write_text("1 +\n")
    done = program.run("config", "validate")
    assert (done.returncode, done.stdout) == (0, "No fault in 1 file.\n")


def test_a_module_of_facts_that_cannot_be_loaded_costs_its_facts(program: Program) -> None:
    (program.code / "checks/facts/helm_values.py").write_text("raise RuntimeError('broken')\n")
    review, _ = program.review()
    reasons = review["classification"]["reasons"]  # type: ignore[index]
    assert {r["criterion"] for r in reasons} == {"feature-gate"}
    assert "The check `helm_values` failed and says nothing." in questions_in(review)


def test_a_family_that_cannot_say_whether_it_applies_costs_its_rules(program: Program) -> None:
    whole, _ = program.review()
    module = program.code / "checks/rules/substance/__init__.py"
    module.write_text(module.read_text().replace("return ", "return 1 / 0 or "))
    review, _ = program.review()
    assert "missing-section" in rules_in(review)
    assert "vague-test-plan" in rules_in(whole) - rules_in(review)
    assert "The check `substance` failed and says nothing." in questions_in(review)


def test_a_broken_family_costs_its_rules_also_where_they_are_only_listed(program: Program) -> None:
    (program.code / "checks/rules/dra/__init__.py").write_text("1 +\n")
    review, _ = program.review()
    assert "unearned-status" in rules_in(review)
    assert "The check `dra` failed and says nothing." in questions_in(review)
    done = program.run("check", "--all", "--format", "json")
    assert "The check `flat-request` failed" in questions_in(json.loads(done.stdout))


def test_a_fault_that_nobody_foresaw_is_one_sentence(program: Program) -> None:
    module = program.code / "checks/classify.py"
    module.write_text(f"{module.read_text()}\n\ndef classify(*_):\n    raise ValueError('one\\ntwo')\n")
    done = program.run("review")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("design-review: a fault of its own, please report it: ValueError: one")
    assert done.stderr.count("\n") == 1
