"""What the program reads from its own folders is shipped with it, and the locks cover what it imports."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from checks.globs import matches

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PACKAGES = ("bot", "checks", "config", "workers")


def tracked(folder: str) -> list[str]:
    """Files of a package that are no Python, relative to it."""
    said = subprocess.run(["git", "ls-files", folder], cwd=ROOT, capture_output=True, text=True, check=True)
    names = (name.removeprefix(f"{folder}/") for name in said.stdout.splitlines())
    return [n for n in names if not n.endswith(".py")]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs the repository to know what belongs to it")
@pytest.mark.parametrize("package", PACKAGES)
def test_every_file_of_a_package_is_shipped(package: str) -> None:
    data = PROJECT["tool"]["setuptools"]["package-data"].get(package, [])
    assert [n for n in tracked(package) if not matches(n, data)] == []


@pytest.mark.parametrize("lock", ["main", "dev"])
def test_a_lock_names_every_dependency_with_hashes_and_no_host(lock: str) -> None:
    text = (ROOT / f"requirements/{lock}.lock").read_text()
    wanted = list(PROJECT["project"]["dependencies"]) + PROJECT["dependency-groups"]["build"]
    wanted += PROJECT["dependency-groups"]["dev"] if lock == "dev" else []
    locked = set(re.findall(r"^([a-z0-9._-]+)(?:\[[a-z,]+\])?==", text, re.M))
    names = {re.match(r"[A-Za-z0-9._-]+", w)[0].lower().replace("_", "-") for w in wanted}  # type: ignore[index]
    assert names - locked == set()
    assert text.count("--hash=sha256:") > len(locked)
    assert "://" not in text


def test_the_locks_agree() -> None:
    main, dev = (
        dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", (ROOT / f"requirements/{lock}.lock").read_text(), re.M))
        for lock in ("main", "dev")
    )
    assert {n: v for n, v in main.items() if dev.get(n) != v} == {}
