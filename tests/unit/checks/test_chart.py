"""A chart as one value: what it declares, what its templates read, and what does not match."""

from __future__ import annotations

from checks.chart import Chart, charts, objects
from checks.snapshot import Source
from checks.tree import DictTree
from config.load import shipped

FILES = {
    "deployments/helm/widget/Chart.yaml": "name: widget\n",
    "deployments/helm/widget/values.yaml": (
        "used: 1\nforgotten: 2\nprinted:\n  below: 3\ntested: false\nopen: {}\nforce: false\n"
    ),
    "deployments/helm/widget/templates/a.yaml": (
        'kind: Pod\nmetadata:\n  name: {{ include "widget.name" $ }}-pod\nspec:\n'
        "  a: {{ .Values.used }}\n  b: {{ toYaml .Values.printed }}\n"
        "  {{- if .Values.tested }}\n  c: 1\n  {{- end }}\n"
        "  d: {{ .Values.open.anything }}\n  e: {{ .Values.missing }}\n"
    ),
    "deployments/helm/widget/templates/validation.yaml": (
        "{{- if and .Values.old (not .Values.force) }}\n"
        '{{ fail (printf "%s is gone" .Values.old) }}\n{{- end }}\n'
    ),
    "demo/Chart.yaml": "name: demo\n",
}


def chart() -> Chart:
    (found,) = charts(Source(DictTree(FILES)), shipped("dra-driver-nvidia-gpu"))
    return found


def test_values_below_a_path_are_found_in_order() -> None:
    names = [leaf.name for leaf in chart().leaves_below(("printed",))]
    assert names == ["printed.below"]
    assert [leaf.name for leaf in chart().leaves_below(())] == [leaf.name for leaf in chart().leaves]
    assert chart().leaves_below(("print",)) == []
    assert [leaf.name for leaf in chart().unused_below(("forgotten",))] == ["forgotten"]
    assert chart().unused_below(("used",)) == []


def test_only_charts_that_the_profile_names_are_charts() -> None:
    assert chart().folder == "deployments/helm/widget"


def test_leaves_carry_their_lines() -> None:
    assert [(leaf.name, leaf.line) for leaf in chart().leaves] == [
        ("used", 1),
        ("forgotten", 2),
        ("printed.below", 4),
        ("tested", 5),
        ("open", 6),
        ("force", 7),
    ]


def test_a_value_that_no_template_reads_is_unused() -> None:
    assert [leaf.name for leaf in chart().unused] == ["forgotten"]


def test_a_value_that_is_printed_and_not_declared_is_undeclared() -> None:
    assert [(use.path, use.line) for use in chart().undeclared] == [(("missing",), 11)]


def test_uses_of_one_path() -> None:
    assert [(use.line, use.whole) for use in chart().uses_of(("tested",))] == [(7, False)]


def test_objects_are_named_in_a_settled_form() -> None:
    found = chart()
    (made,) = objects(found.source, found.templates)
    assert (made.kind, made.name, made.line) == ("Pod", '{{ include "name" }}-pod', 1)
