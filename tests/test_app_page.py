"""docs/app.md names a test for each thing that the App does, and each of them is there."""

import re
from pathlib import Path

import yaml

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "app.md").read_text()


def test_every_test_that_the_page_names_is_there() -> None:
    tests = "\n".join(file.read_text() for file in (ROOT / "tests").rglob("test_*.py"))
    named = re.findall(r"`(test_\w+)`", PAGE)
    assert len(named) > 25
    assert [name for name in named if f"def {name}(" not in tests] == []


def test_every_permission_is_explained() -> None:
    asked = yaml.safe_load((ROOT / "app.yml").read_text())["default_permissions"]
    rows = dict(re.findall(r"^\| ([a-z ]+) \| (read|write) \|", PAGE, re.M))
    assert {name.replace(" ", "_"): level for name, level in rows.items()} == asked
