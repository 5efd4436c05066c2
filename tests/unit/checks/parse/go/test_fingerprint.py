"""What makes two pieces of Go the same, and the same in what they do."""

from __future__ import annotations

import pytest

from tests.unit.checks.parse.go.reading import read

BODY = """x := map[string]int{"a": 1, "b": 2}
	if err := run(x, 3); err != nil {
		return fmt.Errorf("failed: %v", err)
	}
	klog.Infof("done %d", 1)
	return nil"""


def digests(body: str) -> tuple[str, str]:
    file = read(f"package a\n\nfunc f() error {{\n\t{body}\n}}\n")
    node = file.functions[0].node
    return file.fingerprint(node), file.behaviour(node)


@pytest.mark.parametrize(
    "body",
    [
        BODY.replace("1, ", "1,\n\t\t").replace("2}", "2,\n\t}"),
        "// Once more.\n\t" + BODY.replace("3)", "3 /* three */)"),
        BODY.replace("\n\t", "\n\n  "),
        BODY.replace("run(x, 3)", "run(\n\t\tx,\n\t\t3,\n\t)"),
    ],
)
def test_comments_and_format_make_no_difference(body: str) -> None:
    assert digests(body) == digests(BODY)


@pytest.mark.parametrize(
    "body",
    [
        BODY.replace("failed: %v", "run failed: %w"),
        BODY.replace('fmt.Errorf("failed: %v", err)', 'errors.New("failed")'),
        BODY.replace('klog.Infof("done %d", 1)', 'klog.V(4).InfoS("finished", "n", x)'),
        BODY.replace('klog.Infof("done %d", 1)\n\t', ""),
    ],
)
def test_words_of_logs_and_errors_make_none_in_what_is_done(body: str) -> None:
    assert digests(body)[0] != digests(BODY)[0]
    assert digests(body)[1] == digests(BODY)[1]


@pytest.mark.parametrize(
    "body",
    [
        BODY.replace("x", "lanes"),
        BODY.replace("err :=", "failed :=").replace("err !=", "failed !=").replace("err)", "failed)"),
    ],
)
def test_names_of_variables_make_none_in_what_is_done(body: str) -> None:
    assert digests(body)[1] == digests(BODY)[1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a, b := p()\n\tq(a, b)", "b, a := p()\n\tq(a, b)"),
        ("a := p()\n\tq(a, b)", "a := p()\n\tq(b, a)"),
        ("a := T{a: 1}\n\tq(a)", "b := T{b: 1}\n\tq(b)"),
        ("a := p()\n\tq(a.b)", "a := p()\n\tq(a.c)"),
    ],
)
def test_which_variable_is_meant_does(one: str, other: str) -> None:
    assert digests(one)[1] != digests(other)[1]


@pytest.mark.parametrize(
    "body",
    [
        BODY.replace("3", "4"),
        BODY.replace('"a"', '"c"'),
        BODY.replace("err != nil", "err == nil"),
        BODY.replace('klog.Infof("done %d", 1)', 'klog.Fatalf("done %d", 1)'),
        BODY.replace("x := map", "x = map"),
        BODY.replace('"b": 2', '"// b": 2'),
        BODY.replace("return nil", "go f()\n\treturn nil"),
    ],
)
def test_all_else_makes_one(body: str) -> None:
    assert digests(body)[1] != digests(BODY)[1]
