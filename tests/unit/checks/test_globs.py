"""Globs mean what people who write profiles expect."""

from __future__ import annotations

from fnmatch import fnmatchcase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wcmatch import glob as library

from checks.globs import is_named, matches, select


@pytest.mark.parametrize(
    ("path", "glob"),
    [
        ("docs/a.md", "docs/*.md"),
        ("docs/a/b.md", "docs/**"),
        ("a.md", "**/*.md"),
        ("x/.hidden/a.md", "**/*.md"),
        ("deploy/crds/a.yaml", "{deploy,chart}/**/*.{yaml,yml}"),
        ("a/b/vendor/c/d.go", "**/vendor/**"),
        ("line\nbreak.md", "*.md"),
        ("caf\udce9.md", "*.md"),
    ],
)
def test_a_path_matches(path: str, glob: str) -> None:
    assert matches(path, ["nothing", glob])


@pytest.mark.parametrize(
    ("path", "glob"),
    [
        ("docs/a/b.md", "docs/*.md"),
        ("docs", "docs/**/x"),
        ("mydocs/a.md", "docs/**"),
        ("a.mdx", "*.md"),
        ("vendored/a.go", "vendor/**"),
        ("a.md", ""),
    ],
)
def test_a_path_does_not_match(path: str, glob: str) -> None:
    assert not matches(path, [glob])


def test_no_globs_match_nothing() -> None:
    assert not matches("a.md", [])
    assert select(["a.md"], []) == []


def test_selection_keeps_the_order() -> None:
    assert select(["c.md", "a.go", "b.md"], ["*.md"]) == ["c.md", "b.md"]


FLAGS = library.GLOBSTAR | library.DOTGLOB | library.BRACE | library.FORCEUNIX
SIGNS = ["**", "*", "a", "*.md", "a*", "*a*", "a**", "{a,b}", "{a,b}*", "x{a,b/*}", "[ab]", "a?"]
NAMES = ["a", "b", "ab", "a.md", ".md", "..a", "x a", "xb", "a\nb", "é"]


@settings(deadline=None)
@given(st.lists(st.sampled_from(SIGNS), min_size=1, max_size=7), st.lists(st.sampled_from(NAMES), min_size=1))
def test_globs_mean_what_the_library_says(signs: list[str], names: list[str]) -> None:
    glob, path = "/".join(signs), "/".join(names)
    assert matches(path, [glob]) == library.globmatch(path, glob, flags=FLAGS)


@settings(deadline=None)
@given(st.text("ab-*?[]", max_size=6), st.text("ab-*?[]", max_size=6))
def test_names_match_as_in_a_shell(name: str, glob: str) -> None:
    assert is_named(name, glob) == fnmatchcase(name, glob)
