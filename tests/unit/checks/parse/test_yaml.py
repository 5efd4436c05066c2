"""YAML with places: values as Kubernetes reads them, faults that stay small, costs that are bounded."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checks.model import Unread
from checks.parse.text import Text
from checks.parse.yaml import Node, YamlFile, parse, parse_fragment

SECONDS = 2.0


def read(source: str) -> YamlFile:
    parsed = parse(Text("f.yaml", source))
    assert isinstance(parsed, YamlFile)
    return parsed


def root(source: str) -> Node:
    (found,) = read(source).roots
    return found


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("yes", True),
        ("On", True),
        ("n", False),
        ("'yes'", "yes"),
        ("~", None),
        ("", None),
        ("0777", 511),
        ("0o17", 15),
        ("0x1F", 31),
        ("-0b11", -3),
        ("1_000", 1000),
        ("1.5e3", 1500.0),
        (".inf", float("inf")),
        ("2024-05-01", "2024-05-01"),
        ("1.2.3", "1.2.3"),
        ("08", 8.0),
        ("10Gi", "10Gi"),
        ("!!str 5", "5"),
        ("!python/object:os.system x", "x"),
        ("9" * 200, "9" * 200),
    ],
)
def test_scalars_mean_what_kubernetes_takes_them_for(written: str, value: object) -> None:
    assert root(f"a: {written}\n").plain() == {"a": value}


def test_every_node_has_its_place() -> None:
    top = root("# said\na:\n  - b: 1\n    c: [x,\n      y]\n\nd: |\n  one\n  two\n\ne: f\n")
    places = {path: (n.line, n.column, n.end_line) for path, n in top.walk()}
    assert places[("a", 0, "c")] == (4, 8, 5)
    assert places[("a",)] == (3, 3, 5)
    assert places[("e",)] == (11, 4, 11)
    assert top.get("a", 0, "c", 1).text == "y"  # type: ignore[union-attr]
    block = top.get("d")
    assert block
    assert (block.line, block.content_line, block.text) == (7, 8, "one\ntwo\n")
    assert [(e.key, e.line) for e in top.entries] == [("a", 2), ("d", 7), ("e", 11)]


def test_a_path_that_leads_nowhere_is_none() -> None:
    top = root("a: [1]\n")
    assert [top.get("b"), top.get("a", 3), top.get("a", "x"), top.get(0)] == [None] * 4


def test_a_key_that_stands_twice_is_told_and_the_last_one_counts() -> None:
    file = read("a: 1\nb:\n  c: 1\n  c: 2\na: 3\n")
    assert [(d.key, d.line, d.first_line) for d in file.documents[0].duplicates] == [("c", 4, 3), ("a", 5, 1)]
    assert file.roots[0].plain() == {"a": 3, "b": {"c": 2}}


def test_merge_keys_fill_in_and_never_override() -> None:
    top = root("x: &x {a: 1, b: 2}\ny:\n  <<: *x\n  b: 3\n")
    assert top.get("y").plain() == {"b": 3, "a": 1}  # type: ignore[union-attr]


def test_a_bad_document_costs_only_itself() -> None:
    file = read("# head\na: 1\n---\nb: [\n---\nc: 3\n---\n\td: 4\n---\ne: 5\n")
    assert [r.plain() for r in file.roots] == [{"a": 1}, {"c": 3}, {"e": 5}]
    assert [f.line for f in file.faults] == [4, 8]


def test_a_separator_inside_of_a_block_parts_documents_as_kubectl_sees_it() -> None:
    assert [r.plain() for r in read("a: |\n  x\n---\nb: 2\n").roots] == [{"a": "x\n"}, {"b": 2}]


def test_a_fragment_keeps_the_lines_of_its_file() -> None:
    parsed = parse_fragment(Text("doc.md", "a: 1\nb: [\n---\nc: 2\n"), line=10)
    assert isinstance(parsed, YamlFile)
    assert (parsed.faults[0].line, parsed.roots[0].get("c").line) == (11, 13)  # type: ignore[union-attr]


def test_line_breaks_that_only_yaml_knows_shift_no_line() -> None:
    top = root('a: "x\u2028y"\nb: 1\n')
    assert top.get("b").line == 2  # type: ignore[union-attr]


def test_empty_documents_hold_nothing() -> None:
    assert read("").documents == ()
    assert read("# only words\n---\n---\n").roots == ()


def aliases(levels: int) -> str:
    first = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    return first + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, levels))


HOSTILE = {
    "aliases that stand for millions of nodes": aliases(9),
    "an alias inside of its own anchor": "a: &a [*a]\n",
    "ten thousand documents": "---\na: b\n" * 10_000,
    "a thousand bad documents": "---\na: [\n" * 999,
    "lists in lists": "[" * 500_000,
    "items in items": "- " * 100_000 + "a",
    "maps in maps": "\n".join(" " * n + "a:" for n in range(1_500)),
    "aliases to deep nodes": "x0: &x0 " + "[" * 90 + "]" * 90 + "\nx1: " + "[" * 90 + "*x0" + "]" * 90 + "\n",
    "a control character behind much text": "a: b\n" * 20_000 + "\x01",
    "a quote that never ends": 'a: "' + "\n" * 1_400_000,
    "more nodes than anybody writes": "- a\n" * 375_000,
    "a key of a megabyte": "x" * 1_400_000 + ": a\n",
    "an unknown alias": "a: *nobody\n",
}


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_are_refused_in_time(source: str) -> None:
    began = time.process_time()
    parsed = parse(Text("f.yaml", source))
    assert isinstance(parsed, Unread) or parsed.faults
    assert time.process_time() - began < SECONDS


def test_a_huge_scalar_is_only_a_scalar() -> None:
    began = time.process_time()
    assert len(root("a: " + "x" * 1_400_000).get("a").text) == 1_400_000  # type: ignore[union-attr]
    assert time.process_time() - began < SECONDS


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.text("abcyYnN019.:-'\"# \n\t{}[]", max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", min_size=1), inner, max_size=4)
    ),
    max_leaves=20,
)


@settings(max_examples=150, deadline=None)
@given(PLAIN)
def test_json_is_read_as_what_it_says(data: object) -> None:
    assert root(json.dumps({"data": data})).plain() == {"data": data}


@settings(max_examples=200, deadline=None)
@given(st.text("a:-[]{}&*!|>'\"#%@ \n\t\x85", max_size=60))
def test_any_text_is_read_or_refused_with_lines_of_its_own(source: str) -> None:
    parsed = parse(Text("f.yaml", source))
    assert isinstance(parsed, YamlFile)
    last = source.count("\n") + 1
    for document in parsed.documents:
        if document.fault:
            assert 1 <= document.fault.line <= last
        for _, node in document.root.walk() if document.root else ():
            assert 1 <= node.line <= node.end_line <= last
