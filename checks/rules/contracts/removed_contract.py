"""Something that users rely on is gone, and nobody tells them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from checks.context import Context
from checks.facts.shape import kind_of
from checks.model import Defect, Evidence, Fact, Place, Severity
from checks.proofs import at_fact, line_at
from checks.rule import BLOCKING, OPTIONAL, rule
from checks.rules.contracts.migration import is_explained, old_name
from checks.rules.contracts.unwired_flag import manifests

WHAT = {
    "api-kind": "kind",
    "api-field": "field",
    "api-constant": "value",
    "crd": "definition",
    "crd-version": "version",
    "crd-field": "field",
    "cli-flag": "flag",
    "environment-variable": "environment variable",
    "helm-value": "chart value",
    "device-attribute": "attribute",
    "device-capacity": "capacity",
    "device-class": "device class",
    "metric": "metric",
    "opaque-kind": "opaque configuration",
}
DEEDS = {"removed": "is gone", "renamed": "has another name", "retyped": "has another type"}
INWARD = ("api-constant", "environment-variable")  # often nobody outside has seen them
PUBLISHED = (
    "device-attribute",
    "device-capacity",
    "metric",
)  # users can only know them by a page or an example
CODE = ("vendor", "cmd", "pkg", "internal", "api")


@rule(BLOCKING, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A field, flag, value, attribute, class or metric is removed, renamed or given another type, and neither
    a page nor a release note nor a comment of the change says what to do.

    Manifests, values files, selectors and dashboards that use it break with the upgrade.

    Left alone: what still works under its old name, what the change speaks of as moved or gone, and chart
    values that a template still reads. What no page, example or test of the base names, a flag that the
    chart set and sets no more, and what is seldom used from outside, is optional.

    Source: the process page counts each of these among the user-facing API.
    """
    thing, _, deed = fact.kind.rpartition("-")
    if fact.kind == "metric-changed" and _loses(fact):
        deed = "retyped"
    if fact.kind == "cli-flag-changed" and fact.traits.get("aspect") == "type":
        deed = "retyped"
    if thing not in WHAT or deed not in DEEDS or fact.traits.get("hidden") == "true":
        return
    if is_explained(fact, context):
        return
    known = _known_by(fact, thing, context)
    light = thing in INWARD or (thing in PUBLISHED and known is None) or _follows(fact, context)
    severity: Severity = OPTIONAL if light else BLOCKING
    message = (
        f"The {WHAT[thing]} `{fact.symbol}` {DEEDS[deed]}, and nothing in the change says what those who "
        "use it should do. Keep it for a release, or write it into the release note and the upgrade page."
    )
    yield at_fact(fact, context, message, *([known] if known else []), severity=severity)


def _follows(fact: Fact, context: Context) -> bool:
    """Whether the manifests that set a flag at the base no longer do: the chart follows by itself."""
    names = [n for n in (*fact.traits.get("env", "").split(", "), f"--{fact.symbol}") if n]
    if not fact.kind.startswith("cli-flag"):
        return False
    before, after = (
        any(name in text.text for text in manifests(side, context.profile) for name in names)
        for side in (context.snapshot.base, context.snapshot.head)
    )
    return before and not after


def _loses(fact: Fact) -> bool:
    """Whether a metric has another type, or fewer labels."""
    was, _, before = (fact.before or "").partition(" by ")
    now, _, after = (fact.after or "").partition(" by ")
    return was != now or bool(set(before.split(", ")) - set(after.split(", ")) - {""})


def _known_names(context: Context) -> Mapping[str, Place]:
    """Where the base names what the change takes from devices and metrics, looked up at once."""
    gone = context.facts.of(*(f"{thing}-*" for thing in PUBLISHED))
    return context.snapshot.base.grep({name for fact in gone if (name := old_name(fact))}, CODE)


def _known_by(fact: Fact, thing: str, context: Context) -> Evidence | None:
    """A line of the base outside of the code that names what is published, such as a page or an example."""
    if thing not in PUBLISHED:
        return None
    place = context.snapshot.base.once("known", "", lambda: _known_names(context)).get(old_name(fact))
    if place is None or kind_of(place.path, context.profile.paths) in ("vendored", "generated"):
        return None
    return line_at(context.snapshot.base, place.path, place.line)
