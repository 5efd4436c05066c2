"""Charts that render something else although nobody sets a value: new defaults in what is printed whole,
and words of a template that a value with another default replaces."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.chart import Chart, ChartChange, Leaf, chart_changes
from checks.model import Fact
from checks.parse.text import Text
from checks.pattern import lazy
from checks.snapshot import Snapshot
from config.profile import Profile

EMPTY: tuple[object, ...] = ("", None, [], {}, False)
TOKEN = lazy(r"\$\(\w+\)|\{\{.*?\}\}|[\w./:%-]+")
ENVIRONMENT = lazy(r"\$\((\w+)\)")
FIXED = lazy(r"[./]*\w[\w./:%-]*")
CONTROL = lazy(r"\{\{-?\s*(?:if|else|with|range|end|define|block)\b")
VALUE = lazy(r"\.Values\.([\w.]+)")
MOST_LINES, MOST_CHANGED, LONGEST = 2000, 60, 400


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """`behavior-changed` with the aspect `default` for each such value."""
    for change in chart_changes(snapshot, profile):
        if change.base and change.head:
            yield from _passed_through(change.base, change.head, change)
            yield from _unfixed(snapshot, change.base, change.head, change)


def _passed_through(base: Chart, head: Chart, change: ChartChange) -> Iterator[Fact]:
    """New leaves with a default that both sides' templates print as part of something larger."""
    if not change.values_differ:
        return
    known = {leaf.path for leaf in base.leaves}
    whole = {u.path for u in base.uses if u.whole} & {u.path for u in head.uses if u.whole}
    own = {u.path for u in head.uses}
    for leaf in head.leaves:
        if leaf.path in known or leaf.path in own or leaf.node.plain() in EMPTY:
            continue
        above = next((leaf.path[:n] for n in range(1, len(leaf.path)) if leaf.path[:n] in whole), None)
        if above and base.declares(above):
            yield _fact(head, leaf, f"is rendered by default as part of {'.'.join(above)}")


def _unfixed(snapshot: Snapshot, base: Chart, head: Chart, change: ChartChange) -> Iterator[Fact]:
    """Values that take the place of a word which was fixed in a template and was not their default."""
    defaults = {leaf.name: leaf for leaf in head.leaves}
    for path in change.templates(head):
        entry = snapshot.changed(path)
        old = base.source.text(entry.old_path) if entry and entry.old_path else None
        new = head.source.text(path)
        if entry is None or old is None or new is None:
            continue
        printed = _environment("\n".join(new.lines[:MOST_LINES]))
        for hunk in entry.hunks:
            before = _words(old, hunk.old_line, hunk.old_count)
            after = _words(new, hunk.new_line, hunk.new_count)
            for fixed, value in _replaced(before, after, printed):
                leaf = defaults.get(value)
                if leaf and str(leaf.node.plain()) not in ("", "None", fixed):
                    yield _fact(head, leaf, f"stands where {fixed} was fixed")


def _words(text: Text, first: int, count: int) -> list[list[str]]:
    lines = text.lines[first - 1 : first - 1 + min(count, MOST_CHANGED)]
    return [TOKEN.findall(line) for line in lines if len(line) <= LONGEST]


def _replaced(
    before: list[list[str]], after: list[list[str]], printed: dict[str, str]
) -> Iterator[tuple[str, str]]:
    """Pairs of a fixed word and the value printed in its place, of lines that differ in one word."""
    for old in before:
        for new in after:
            if len(old) != len(new):
                continue
            differing = [(a, b) for a, b in zip(old, new, strict=True) if a != b]
            if (
                len(differing) == 1
                and FIXED.fullmatch(differing[0][0])
                and not CONTROL.match(differing[0][1])
            ):
                fixed, put = differing[0]
                name = ENVIRONMENT.fullmatch(put)
                found = VALUE.search(printed.get(name[1], "") if name else put)
                if found:
                    yield fixed, found[1]


def _environment(template: str) -> dict[str, str]:
    """Names of environment variables with the words of their value."""
    pairs = re.findall(r"- name: (\w+)\n\s+value: (.*)", template)
    return dict(pairs)


def _fact(chart: Chart, leaf: Leaf, detail: str) -> Fact:
    default = str(leaf.node.plain())
    return Fact(
        "behavior-changed",
        chart.values_path,
        leaf.line,
        leaf.name,
        f"default {default} {detail}"[:200],
        after=default[:200],
        traits={"aspect": "default"},
    )
