"""What the change did to the values that a chart declares or its templates read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import islice

from checks.chart import Chart, ChartChange, Path, ValueUse, chart_changes, leaves_of, value_uses
from checks.model import Fact, Side
from checks.parse.yaml import Entry, Node
from checks.snapshot import Snapshot
from config.profile import Profile

FILES = (".yaml", ".yml", ".tpl", ".txt")

IMAGE_PARTS = frozenset({"repository", "registry", "tag", "digest", "version", "appVersion"})
LEAVES_SHOWN = 8
LONGEST = 200


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """Values added, removed and with another default; one fact for a whole new or lost subtree.

    `helm-image-changed` is another image, tag or version: the same software from elsewhere. What templates
    read and no values.yaml declares is `undeclared-value-added` or `-removed`: a knob that nobody promised.
    """
    for change in chart_changes(snapshot, profile):
        if change.base is None or change.head is None:
            continue
        if change.values_differ and change.base.values and change.head.values:
            yield from _compare(change.base, change.base.values, change.head, change.head.values, ())
        yield from _undeclared(change)


def _compare(base: Chart, old: Node, head: Chart, new: Node, path: Path) -> Iterator[Fact]:
    before, after = _last(old), _last(new)
    if before.keys() != after.keys() and path and _prints_whole(base, path):
        yield _changed(head, path, _proof(old, new) or new.line, old, new)
        return
    for key, entry in after.items():
        if key not in before:
            yield _fact("helm-value-added", head, (*path, key), entry, Side.HEAD)
    for key, entry in before.items():
        if key not in after:
            yield _fact("helm-value-removed", base, (*path, key), entry, Side.BASE)
        else:
            yield from _compare_values(base, entry, head, after[key], (*path, key))


def _prints_whole(chart: Chart, path: Path) -> bool:
    """Whether a template prints all that it is in: then its keys were open before, and only defaults move."""
    above = (path[:n] for n in range(1, len(path) + 1))
    return any(use.whole for part in above for use in chart.uses_of(part))


def _last(node: Node) -> Mapping[str, Entry]:
    return {entry.key: entry for entry in node.entries}


def _compare_values(base: Chart, old: Entry, head: Chart, new: Entry, path: Path) -> Iterator[Fact]:
    was, now = old.value, new.value
    if _as_map(was) and _as_map(now):
        yield from _compare(base, was, head, now, path)
    elif _differ(base, was, head, now):
        yield _changed(head, path, _proof(was, now) or new.line, was, now)


def _changed(head: Chart, path: Path, line: int, was: Node, now: Node) -> Fact:
    image = path[-1] in IMAGE_PARTS and now.kind == "scalar"
    return Fact(
        "helm-image-changed" if image else "helm-value-changed",
        head.values_path,
        line,
        ".".join(path),
        f"default {_shown(was)} becomes {_shown(now)}",
        before=_shown(was),
        after=_shown(now),
        traits={"chart": head.folder},
    )


def _proof(was: Node, now: Node) -> int | None:
    """The line of the first key or item that is new, if there is one."""
    keys = {entry.key for entry in was.entries}
    items = {_rendered(item) for item in was.items}
    fresh = [e.line for e in now.entries if e.key not in keys]
    fresh += [item.line for item in now.items if _rendered(item) not in items]
    return fresh[0] if fresh else None


def _as_map(node: Node) -> bool:
    """Whether keys may stand in it: a map, or nothing yet."""
    return node.kind == "map" or (node.kind == "scalar" and node.plain() is None)


def _fact(kind: str, chart: Chart, path: Path, entry: Entry, side: Side) -> Fact:
    shown = _shown(entry.value) if not entry.value.entries else None
    leaves = list(islice(leaves_of(entry.value, path), LEAVES_SHOWN + 1)) if entry.value.entries else []
    names = [f"{leaf.name}={_shown(leaf.node)}" for leaf in leaves[:LEAVES_SHOWN]]
    detail = f"default {shown}" if shown is not None else ", ".join(names)
    return Fact(
        kind,
        chart.values_path,
        entry.line,
        ".".join(path),
        detail + (", ..." if len(leaves) > LEAVES_SHOWN else ""),
        before=shown if side is Side.BASE else None,
        after=shown if side is Side.HEAD else None,
        side=side,
        traits={"chart": chart.folder},
    )


def _differ(base: Chart, was: Node, head: Chart, now: Node) -> bool:
    """Whether two defaults render differently; the name of a renamed chart in them is no difference."""
    before, after = _rendered(was), _rendered(now)
    return before != after and before.replace(base.name, head.name) != after


def _rendered(node: Node) -> str:
    """A default as text; a number and the same digits in quotes render alike."""
    value = node.plain()
    if isinstance(value, bool) or value is None or node.kind != "scalar":
        return json.dumps(value, sort_keys=True)
    return node.text


def _shown(node: Node) -> str:
    """A default as one short line."""
    text = " ".join(_rendered(node).split()) or '""'
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def _undeclared(change: ChartChange) -> Iterator[Fact]:
    """Values read, at one side only, by the templates that differ, and declared at neither."""
    base, head = change.base, change.head
    if base is None or head is None:
        return
    old = _printed(base, change)
    new = _printed(head, change)
    for path, use in new.items():
        if path not in old and not _known(head, base, path):
            yield _use_fact("undeclared-value-added", head, use, Side.HEAD)
    for path, use in old.items():
        if path not in new and not _known(base, head, path):
            yield _use_fact("undeclared-value-removed", base, use, Side.BASE)


def _printed(chart: Chart, change: ChartChange) -> dict[Path, ValueUse]:
    found: dict[Path, ValueUse] = {}
    for use in value_uses(chart.source, change.templates(chart)):
        if use.whole and use.path and not use.refusing:
            found.setdefault(use.path, use)
    return found


def _known(here: Chart, there: Chart, path: Path) -> bool:
    """Whether it is declared at either side, or the other side's templates read it as well."""
    return here.declares(path) or there.declares(path) or bool(there.uses_of(path))


def _use_fact(kind: str, chart: Chart, use: ValueUse, side: Side) -> Fact:
    return Fact(
        kind,
        use.file,
        use.line,
        ".".join(use.path),
        "read by a template, not declared in values.yaml",
        side=side,
        traits={"chart": chart.folder},
    )
