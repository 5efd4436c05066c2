"""Go templates: actions are found, never run; what they read and the YAML around them keep their lines."""

from __future__ import annotations

import time

import pytest

from checks.parse.template import Template, parse
from checks.parse.text import Text

SECONDS = 2.0


def template(source: str) -> Template:
    return parse(Text("templates/a.yaml", source))


def reads(source: str) -> list[tuple[str, int, bool]]:
    return [(".".join(use.path), use.line, use.whole) for use in template(source).uses]


def test_actions_are_told_apart_from_text_and_comments() -> None:
    found = template('a\n{{/* {{ .Gone }}\n*/}}\n{{- if eq .Mode "}}" -}}\n{{ `{{ raw }}` }}\n{{ end }}')
    assert [(a.keyword, a.line, a.end_line) for a in found.actions] == [
        ("comment", 2, 3),
        ("if", 4, 4),
        ("", 5, 5),
        ("end", 6, 6),
    ]
    assert found.actions[1].body == 'if eq .Mode "}}"'


def test_an_action_that_does_not_end_is_told_and_what_stands_above_is_kept() -> None:
    found = template('{{ .A }}\n{{ "open }}\n')
    assert len(found.actions) == 1
    assert found.broken
    assert found.broken.line == 2


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("{{ .Values.a.b }}", ["Values.a.b"]),
        ("{{ $.Values.a | quote }}", ["Values.a"]),
        ('{{ index .Values "a" "b" }}', ["Values.a.b", "Values"]),
        ('{{ index .Values.a "b" }}', ["Values.a.b", "Values.a"]),
        ("{{ with .Values.a }}{{ .b }}{{ toYaml . }}{{ end }}", ["Values.a", "Values.a.b", "Values.a"]),
        ("{{ range .Values.list }}{{ .name }}{{ end }}", ["Values.list", "Values.list"]),
        ("{{ range $k, $v := .Values.m }}{{ $k }}{{ $v.x }}{{ end }}", ["Values.m", "Values.m"]),
        ("{{ $x := .Values.a | default dict }}{{ $x.b }}", ["Values.a", "Values.a.b"]),
        ('{{ dig "a" "b" "none" .Values.m }}', ["Values.m.a.b", "Values.m"]),
        ('{{ define "x" }}{{ .context.Values.a }}{{ end }}', ["context.Values.a"]),
        (
            "{{ with .Values.a }}{{ .b }}{{ else }}{{ .Values.c }}{{ end }}",
            ["Values.a", "Values.a.b", "Values.c"],
        ),
        ('{{ "not .Values.a" }}{{/* .Values.b */}}', []),
        ('{{ (include "x" .).Values }}{{ fn 1.5 }}', []),
        ("{{ $unknown.a }}{{ end }}{{ end }}{{ .b }}", ["b"]),
    ],
)
def test_what_is_read_is_followed_to_the_root(source: str, expected: list[str]) -> None:
    assert [path for path, _, _ in reads(source)] == expected


def test_a_condition_reads_and_prints_nothing() -> None:
    assert reads("{{ if .A }}\n{{ .B }}\n{{ end }}") == [("A", 1, False), ("B", 2, True)]


def test_the_yaml_around_actions_keeps_lines_and_gives_actions_back() -> None:
    found = template(
        "{{- if .On }}\nname: {{ .Name }}-agent\n{{ .Key }}: 1\nlabels:\n  {{- toYaml .L | nindent 2 }}\n"
        'args: ["{{ .A }}", b]\n{{- end }}\n'
    )
    assert found.yaml
    assert not found.yaml.faults
    (top,) = found.yaml.roots
    name = top.get("name")
    assert name
    assert (name.line, found.source(name), found.is_literal(name)) == (2, "{{ .Name }}-agent", False)
    assert top.get("labels").plain() is None  # type: ignore[union-attr]
    assert top.get("args", 1).line == 6  # type: ignore[union-attr]


def test_branches_that_do_not_fit_together_leave_the_first() -> None:
    found = template("a:\n{{- if .X }}\n- one\n{{- else }}\n  two: 2\n{{- end }}\nb: 3\n")
    assert found.yaml
    assert [r.plain() for r in found.yaml.roots] == [{"a": ["one"], "b": 3}]


def test_all_branches_stand_where_they_fit() -> None:
    found = template("a:\n{{- if .X }}\n- one\n{{- else }}\n- two\n{{- end }}\n")
    assert found.yaml
    assert [r.plain() for r in found.yaml.roots] == [{"a": ["one", "two"]}]


def test_refusals_carry_their_conditions() -> None:
    found = template(
        '{{ if .A }}\n{{ if eq .B "x" }}\n{{ fail "no" }}\n{{ else if .C }}\n{{ fail "never" }}\n{{ end }}\n'
        '{{ end }}\n{{ required "say d" .D }}\n'
    )
    assert [(r.line, r.conditions, r.call) for r in found.refusals] == [
        (3, (".A", 'eq .B "x"'), "fail"),
        (5, (".A", 'not (eq .B "x")', ".C"), "fail"),
        (8, (), "required .D"),
    ]
    assert found.refusing_lines == {2, 3, 4, 5, 6}


HOSTILE = {
    "quotes that never end": "{{ " + '"\\' * 700_000,
    "braces alone": "{{" * 700_000,
    "blocks in blocks": "{{if .A}}" * 20_000 + "{{fail .B}}" * 2_000,
    "with in with": "{{with .a}}" * 30_000,
    "spaces behind a function": "{{ index" + " " * 1_000_000 + "}}",
    "many small actions": "{{.a}}" * 100_000,
    "one long path": "{{ ." + "a." * 400_000 + "a }}",
    "else in else": "{{if .A}}" + "{{else}}x" * 20_000 + "{{end}}",
}


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_hostile_templates_are_scanned_in_time(source: str) -> None:
    began = time.process_time()
    found = template(source)
    _ = found.uses, found.refusals, found.refusing_lines, found.yaml
    assert time.process_time() - began < SECONDS
