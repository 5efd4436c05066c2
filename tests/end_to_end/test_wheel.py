"""The program as it is shipped: a wheel, unpacked where no checkout is, says what the checkout says."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from examples.repository import make

ROOT = Path(__file__).parents[2]
PACKAGES = ("bot", "checks", "config", "workers")
BUILD = "from setuptools.build_meta import build_wheel; build_wheel('dist')"
START = "from workers.cli.main import main; main()"


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the wheel of this tree holds."""
    source = tmp_path_factory.mktemp("source")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "app.yml"):
        shutil.copy(ROOT / name, source)
    (source / "dist").mkdir()
    subprocess.run([sys.executable, "-c", BUILD], cwd=source, check=True, capture_output=True)
    (wheel,) = (source / "dist").glob("*.whl")
    unpacked = tmp_path_factory.mktemp("unpacked")
    zipfile.ZipFile(wheel).extractall(unpacked)
    return unpacked


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("example")
    make(ROOT / "examples/first-review", folder)
    return folder


def said(code: Path, cwd: Path, *arguments: str, run: str = START) -> tuple[int, str, str]:
    """Status and words of a command that runs from the given code alone."""
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(code)}
    asked = [sys.executable, "-c", run, *arguments]
    done = subprocess.run(asked, cwd=cwd, env=env, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def test_the_code_that_runs_is_the_wheel_s(unpacked: Path, tmp_path: Path) -> None:
    where = "import bot, checks, config, workers as w; print(*(m.__file__ for m in (bot, checks, config, w)))"
    _, files, _ = said(unpacked, tmp_path, run=where)
    assert [Path(f).parents[1] for f in files.split()] == [unpacked] * 4


def test_every_module_of_the_tree_is_in_the_wheel(unpacked: Path) -> None:
    for package in PACKAGES:
        ours = {f.relative_to(ROOT) for f in (ROOT / package).rglob("*.py")}
        assert ours - {f.relative_to(unpacked) for f in unpacked.rglob("*.py")} == set()


@pytest.mark.parametrize(
    "arguments",
    [
        ("review",),
        ("review", "--format", "sarif"),
        ("check", "--all"),
        ("draft", "proposal"),
        ("config", "show"),
        ("rules",),
    ],
    ids=" ".join,
)
def test_a_command_says_what_the_checkout_says(
    unpacked: Path, example: Path, arguments: tuple[str, ...]
) -> None:
    ours = said(ROOT, example, *arguments)
    assert said(unpacked, example, *arguments) == ours
    assert ours[0] in (0, 1)
    assert ours[1]


def test_the_app_finds_its_own_manifest(unpacked: Path) -> None:
    """It is installed beside the packages, where the setup page looks for it."""
    assert list(unpacked.glob("*.data/data/share/design-review/app.yml"))
