"""The README shows what the program really says, and types what it really takes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from examples.repository import make

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
START = [sys.executable, "-c", "from workers.cli.main import main; main()"]


def run(*arguments: str | Path) -> str:
    """What a command says, however it ends."""
    wide = {**os.environ, "COLUMNS": "100"}
    done = subprocess.run([*START, *arguments], cwd=ROOT, env=wide, capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()
    return done.stdout.decode()


def test_the_excerpt_is_what_the_example_says(tmp_path: Path) -> None:
    make(ROOT / "examples/first-review", tmp_path)
    said = run("review", "--repo", tmp_path).splitlines()
    (excerpt,) = re.findall(r"```text\n(.*?)```", README, re.S)
    shown = [line for line in excerpt.splitlines() if line.strip("…")]
    assert [line for line in shown if line not in said] == []


@pytest.mark.parametrize("line", re.findall(r"^\$ \.venv/bin/design-review ([^#\n]+)", README, re.M))
def test_every_command_and_option_exists(line: str) -> None:
    command = line.split()[0]
    known = run(command, "--help")
    assert [word for word in line.split() if word.startswith("--") and word not in known] == []


def test_make_knows_every_target_that_is_named() -> None:
    makefile = (ROOT / "Makefile").read_text()
    named = set(re.findall(r"make ([a-z-]+)", README + (ROOT / "CONTRIBUTING.md").read_text()))
    assert {n for n in named if not re.search(rf"^{n}:", makefile, re.M)} == set()


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_links_lead_somewhere(page: str) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", (ROOT / page).read_text("utf-8"))
    assert [link for link in links if not (ROOT / link).exists()] == []
