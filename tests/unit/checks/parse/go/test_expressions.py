"""Composite literals, calls and constant strings inside Go."""

from __future__ import annotations

import pytest

from tests.unit.checks.parse.go.reading import read

LITERALS = """package a

var flags = []cli.Flag{
	// A comment between.
	&cli.StringFlag{
		Name:    "root",
		EnvVars: []string{"ROOT", "HOST_ROOT"},
	},
	nil,
}

var specs = map[Feature]Specs{
	Alpine: {{Default: true}, {Default: false}},
}
"""


def test_literals_with_nested_entries() -> None:
    file = read(LITERALS)
    assert [(x.type, x.line, x.end_line) for x in file.literals()] == [
        ("[]cli.Flag", 3, 10),
        ("cli.StringFlag", 5, 8),
        ("[]string", 7, 7),
        ("map[Feature]Specs", 12, 14),
    ]
    flag = file.literal(file.literals()[0].entries[0].value)
    assert flag
    assert [(e.key, e.line) for e in flag.entries] == [("Name", 6), ("EnvVars", 7)]
    assert flag.entry("Usage") is None


def test_literals_without_their_type() -> None:
    file = read(LITERALS)
    entry = file.literals()[-1].entries[0]
    versions = file.literal(entry.value)
    assert versions
    assert (entry.key, [e.key for e in versions.entries]) == ("Alpine", ["", ""])
    last = file.literal(versions.entries[-1].value)
    default = last.entry("Default") if last else None
    assert default
    assert file.text(default.value) == "false"


def test_calls() -> None:
    file = read(
        "package a\n\nfunc f() {\n\tc.Core().Pods(ns).\n\t\tUpdate(ctx, pod, // why\n\t\t\tg(1))\n}\n"
    )
    calls = file.calls()
    assert [(c.name, c.method, len(c.arguments), c.line) for c in calls] == [
        ("c.Core().Pods(ns).Update", "Update", 3, 4),
        ("c.Core().Pods", "Pods", 1, 4),
        ("c.Core", "Core", 0, 4),
        ("g", "g", 1, 6),
    ]


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ('"a"', "a"),
        ('"a\\tb\\x41"', "a\\tb\\x41"),
        ('"a\\tb"', "a\tb"),
        ("`a\\t`", "a\\t"),
        ('"a" + ("b" + Known)', "abknown"),
        ('Name("a")', "a"),
        ("string(Known)", "known"),
        ("Unknown", None),
        ("1", None),
        ('"a" == "b"', None),
        ('fmt.Sprint("a", "b")', None),
        ("-x", None),
        (" + ".join(['"a"'] * 500), None),
    ],
)
def test_constant_strings(expression: str, value: str | None) -> None:
    file = read(f'package a\n\nconst Known = "known"\n\nvar x = {expression}\n')
    assert file.string(file.variables[0].expression) == value
