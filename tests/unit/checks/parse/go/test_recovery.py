"""What cannot be read costs only itself, is said, and never takes long."""

from __future__ import annotations

import time

import pytest

from checks.snapshot import Source
from checks.tree import DictTree
from tests.unit.checks.parse.go.reading import read, refused

HOSTILE = {
    "brackets": "package a\nvar x = " + "(" * 200_000,
    "blocks": "package a\nfunc f() {" + "{" * 200_000,
    "balanced": "package a\nvar x = " + "T{" * 100_000 + "}" * 100_000,
    "operators": "package a\nvar x = " + "-" * 1_400_000,
    "sums": "package a\nvar x = " + "1+" * 700_000,
    "branches": "package a\nfunc f() {" + "if a {} else " * 100_000,
    "quotes": "package a\n" + '"' * 1_400_000,
    "open functions": "package a\n" + "func f(\n" * 100_000,
    "noise": "package a\n" + "\x01\x02<html>" * 180_000,
    "a long list": "package a\nvar x = []int{" + "1," * 700_000 + "}",
    "an open comment": "package a\n/*" + "x" * 1_400_000,
}


def test_new_of_an_expression() -> None:
    file = read("package a\n\nfunc f() { x.Limit = new(limit.DeepCopy()) }\n\nvar y = new([]int)\n")
    assert file.gaps == ()
    assert file.function("f")
    assert file.text(file.calls()[0].node) == "new(limit.DeepCopy())"


def test_a_broken_function_leaves_the_others() -> None:
    file = read("package a\n\nfunc A() {\n\tx(\n}\n\nfunc B() {}\n\nconst C = 1\n")
    assert [d.name for d in file.declarations] == ["B", "C"]
    assert [(g.line, g.end_line) for g in file.gaps] == [(3, 5)]
    assert file.unread[0].why == "lines 3-5 are not readable as Go"


def test_merge_conflict() -> None:
    conflict = "<<<<<<< HEAD\n\ta()\n=======\n\tb()\n>>>>>>> x\n"
    file = read(f"package a\n\nconst A = 1\n\nfunc f() {{\n{conflict}}}\n\nconst B = 2\n")
    assert [c.name for c in file.constants] == ["A", "B"]
    assert file.unread


def test_the_source_notes_what_was_not_read() -> None:
    source = Source(DictTree({"a.go": "package a\n\nfunc A() { x( }\n\nconst B = 1\n", "b.go": "<html>"}))
    assert source.go("a.go")
    assert source.go("b.go") is None
    assert {path: note.why for path, note in source.unread.items()} == {
        "a.go": "lines 3-3 are not readable as Go",
        "b.go": "not a Go file: it has no package clause",
    }


@pytest.mark.parametrize("source", ["", "<html>", "package: a\n- b\n", "{}", "hello " * 1000])
def test_not_go(source: str) -> None:
    assert refused(source) == "not a Go file: it has no package clause"


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile(name: str) -> None:
    start = time.process_time()
    assert refused(HOSTILE[name])
    assert time.process_time() - start < 8


def test_many_small_declarations_are_read() -> None:
    file = read("package a\n" + "".join(f"\nfunc f{i}() {{ g({i}) }}\n" for i in range(5_000)))
    assert len(file.functions) == 5_000
    assert len(file.calls()) == 5_000


def test_a_wall_of_comments_is_read_in_one_pass() -> None:
    file = read("package a\n" + "// +marker\n" * 60_000 + "type A struct{}\n")
    start = time.process_time()
    (declared,) = file.types
    assert len(declared.markers) == 60_000
    assert time.process_time() - start < 4
