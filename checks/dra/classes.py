"""Device classes that are there at the head: those of the charts, and those created beside a claim."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from checks.chart import charts
from checks.context import Context
from checks.dra.applied import objects_called
from checks.dra.claims import CLASS, is_class, selectors_of
from checks.dra.pods import word
from checks.dra.published import DeviceKind, published
from checks.manifests import Manifest, manifests_in
from checks.pattern import lazy
from checks.snapshot import Source
from config.profile import Profile

SAYS = r"\.{name}\s*==\s*['\"]([^'\"]*)['\"]"
DRIVER = lazy(r"device\.driver\s*==\s*['\"]([^'\"]+)['\"]")


def chart_classes(source: Source, profile: Profile) -> Mapping[str, Manifest]:
    """The device classes that the charts create, by name."""
    return source.once("chart classes", "", lambda: _in_charts(source, profile))


def _in_charts(source: Source, profile: Profile) -> dict[str, Manifest]:
    templates = [p for chart in charts(source, profile) for p in chart.templates]
    source.soon(templates)
    holding = [p for p in templates if (text := source.text(p)) and "DeviceClass" in text.text]
    made = (m for p in holding for m in manifests_in(source, p))
    return {m.name: m for m in made if is_class(m) and m.name}


def class_called(name: str, beside: Iterable[Manifest], source: Source, profile: Profile) -> Manifest | None:
    """The class of this name among the objects beside a claim, else in a chart, or None."""
    own = next((m for m in beside if m.name == name and is_class(m)), None)
    return own or chart_classes(source, profile).get(name)


def known_class(name: str, manifest: Manifest, context: Context) -> Manifest | None:
    """The class of this name in the same bundle or folder, anywhere in the change, or in a chart."""
    beside = objects_called(CLASS, name, manifest, context)
    changed = context.snapshot.head.once("changed classes", "", lambda: _changed(context))
    return class_called(name, [*beside, *changed.get(name, ())], context.snapshot.head, context.profile)


def _changed(context: Context) -> dict[str, list[Manifest]]:
    return {m.name: [m] for m in context.manifests if is_class(m)}


def is_ours(name: str, context: Context) -> bool:
    """Whether a class name lies in the domain under which the charts create theirs."""
    known = chart_classes(context.snapshot.head, context.profile)
    domains = {".".join(name.split(".")[-2:]) for name in known if "." in name}
    return any(name.endswith(f".{domain}") for domain in domains)


def extended_resource(made: Manifest) -> str:
    """The extended resource that a class serves, or empty."""
    return word(made.root, "spec", "extendedResourceName")


def kinds_of_class(made: Manifest, context: Context) -> list[DeviceKind]:
    """The kinds of published device that a class may select; empty where that is not sure."""
    expression = " && ".join(s.expression for s in selectors_of(made.root.get("spec")))
    if "||" in expression or "!=" in expression:
        return []
    drivers = set(DRIVER.findall(expression))
    kinds = published(context.snapshot.head, context.profile).kinds
    return [k for k in kinds if k.driver in drivers and _may_select(expression, k)]


def _may_select(expression: str, kind: DeviceKind) -> bool:
    for name, value in kind.fixed.items():
        said = re.findall(SAYS.format(name=re.escape(name)), expression)
        if said and value not in said:
            return False
    return True
