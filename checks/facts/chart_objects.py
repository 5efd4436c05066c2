"""What the change did to a chart's device classes and to the values that it refuses to render."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from msgspec import Struct

from checks.chart import Chart, ChartChange, TemplateObject, chart_changes, objects, settled, spread
from checks.model import Fact, Side
from checks.parse.template import Refusal
from checks.snapshot import Snapshot
from config.profile import Profile

FILES = (".yaml", ".yml", ".tpl", ".txt")

CLASS_PARTS = {
    "expression": ("spec", "selectors"),
    "extendedResourceName": ("spec", "extendedResourceName"),
    "config": ("spec", "config"),
}


class DeviceClass(Struct, frozen=True):
    """A device class that a chart makes, and what in it users depend on."""

    name: str
    path: str
    line: int
    api_version: str
    parts: Mapping[str, str]
    lines: Mapping[str, int]


def observe(snapshot: Snapshot, profile: Profile) -> Iterator[Fact]:
    """Device classes added, removed and changed, and refusals (`fail`, `required`) of other conditions.

    Another apiVersion alone is `device-class-version-changed`: the same class, served under another version.
    """
    for change in chart_changes(snapshot, profile):
        if change.base and change.head:
            yield from _classes(change, change.base, change.head)
            yield from _validation(change, change.base, change.head)


def device_classes(chart: Chart, paths: tuple[str, ...]) -> dict[str, DeviceClass]:
    """The device classes in the chart's templates at `paths`, by name."""
    made = (o for o in objects(chart.source, paths) if o.kind == "DeviceClass")
    return {o.name: _device_class(o) for o in made if o.name}


def _device_class(made: TemplateObject) -> DeviceClass:
    parts, lines = {}, {}
    for part, path in CLASS_PARTS.items():
        node = made.root.get(*path)
        if node is not None:
            inner = (node.get(0, "cel", "expression") or node) if part == "expression" else node
            parts[part] = _words(spread(node, made.template))
            lines[part] = inner.line
    return DeviceClass(made.name, made.file, made.line, made.words("apiVersion") or "", parts, lines)


def _words(value: object) -> str:
    """Plain data as one line; of selectors only their expressions."""
    if isinstance(value, list) and all(isinstance(v, dict) and isinstance(v.get("cel"), dict) for v in value):
        return " && ".join(" ".join(str(v["cel"].get("expression", "")).split()) for v in value)
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)


def _classes(change: ChartChange, base: Chart, head: Chart) -> Iterator[Fact]:
    old = device_classes(base, change.templates(base))
    new = device_classes(head, change.templates(head))
    for name, made in new.items():
        if name not in old:
            yield _class_fact("device-class-added", made, Side.HEAD)
        else:
            yield from _class_changes(old[name], made)
    for name, made in old.items():
        if name not in new:
            yield _class_fact("device-class-removed", made, Side.BASE)


def _class_fact(kind: str, made: DeviceClass, side: Side) -> Fact:
    words = made.parts.get("expression", "")
    before, after = (words, None) if side is Side.BASE else (None, words)
    return Fact(kind, made.path, made.line, made.name, words, before, after, side, dict(made.parts))


def _class_changes(old: DeviceClass, new: DeviceClass) -> Iterator[Fact]:
    for part in CLASS_PARTS:
        before, after = old.parts.get(part), new.parts.get(part)
        if before == after:
            continue
        here = after is not None
        yield Fact(
            "device-class-changed",
            new.path if here else old.path,
            (new if here else old).lines[part],
            new.name,
            f"its {part} differs",
            before,
            after,
            Side.HEAD if here else Side.BASE,
            {"part": part},
        )
    if old.api_version != new.api_version:
        versions = (old.api_version, new.api_version)
        yield Fact("device-class-version-changed", new.path, new.line, new.name, "", *versions)


def _validation(change: ChartChange, base: Chart, head: Chart) -> Iterator[Fact]:
    old = _refusals(base, change)
    new = _refusals(head, change)
    for said, (path, refusal) in new.items():
        if said not in old:
            detail = "the chart newly refuses to render"
            traits = {"action": "added", "chart": head.folder}
            yield Fact(
                "chart-validation-changed", path, refusal.line, said, detail, None, said, traits=traits
            )
    for said, (path, refusal) in old.items():
        if said not in new:
            detail = "the chart no longer refuses to render"
            traits = {"action": "removed", "chart": base.folder}
            yield Fact(
                "chart-validation-changed", path, refusal.line, said, detail, said, None, Side.BASE, traits
            )


def _refusals(chart: Chart, change: ChartChange) -> dict[str, tuple[str, Refusal]]:
    """Refusals in the templates that differ, by the conditions under which they come."""
    found: dict[str, tuple[str, Refusal]] = {}
    for path in change.templates(chart):
        template = chart.source.template(path)
        for refusal in template.refusals if template else ():
            said = settled(
                " and ".join((*refusal.conditions, *([] if refusal.call == "fail" else [refusal.call])))
            )
            found.setdefault(said or refusal.call, (path, refusal))
    return found
