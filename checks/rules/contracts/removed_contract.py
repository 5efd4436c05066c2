"""Something that users rely on is gone, and nobody tells them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from checks.context import Context
from checks.facts.shape import kind_of
from checks.model import Defect, Evidence, Fact, Place, Severity
from checks.packages import folder_of
from checks.proofs import at_fact, line_at, side_of
from checks.prose import abridged
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
DEEDS = {
    "removed": ("is gone", "are gone"),
    "renamed": ("has another name", "have other names"),
    "retyped": ("has another type", "have another type"),
}
MOST_NAMED = 5
INWARD = ("api-constant", "environment-variable")  # often nobody outside has seen them
PUBLISHED = (
    "device-attribute",
    "device-capacity",
    "metric",
)  # users can only know them by a page or an example
CODE = ("vendor", "cmd", "pkg", "internal", "api")


class Loss(Struct, frozen=True):
    """A contract that is gone or other than before, what kind of thing it is, and who is known to use it."""

    fact: Fact
    thing: str
    deed: str
    severity: Severity
    known: Evidence | None

    @property
    def group(self) -> tuple[object, ...]:
        """What is lost together: things of one kind and one folder, as when a program goes as a whole."""
        return self.thing, self.deed, self.severity, folder_of(self.fact.path)


@rule(BLOCKING, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """A field, flag, value, attribute, class or metric is removed, renamed or given another type, and neither
    a page nor a release note nor a comment of the change says what to do.

    Manifests, values files, selectors and dashboards that use it break with the upgrade.

    Left alone: what still works under its old name, what the change speaks of as moved or gone, and chart
    values that a template still reads. What no page, example or test of the base names, a flag that the
    chart set and sets no more, and what is seldom used from outside, is optional.

    Source: the process page counts each of these among the user-facing API.
    """
    groups: dict[tuple[object, ...], list[Loss]] = {}
    for loss in _losses(context):
        groups.setdefault(loss.group, []).append(loss)
    for losses in groups.values():
        first = losses[0]
        proofs = [loss.known for loss in losses if loss.known][:MOST_NAMED]
        lines = [
            line_at(side_of(context, m.fact.side), m.fact.path, m.fact.line) for m in losses[1:MOST_NAMED]
        ]
        about = "" if len(losses) == 1 else " ".join(sorted(loss.fact.symbol for loss in losses))
        yield at_fact(
            first.fact,
            context,
            _said(losses, context),
            *lines,
            *proofs,
            severity=first.severity,
            about=about,
        )


def _said(losses: list[Loss], context: Context) -> str:
    first, many = losses[0], len(losses) > 1
    names = abridged((f"`{loss.fact.symbol}`" for loss in losses), MOST_NAMED)
    program = folder_of(first.fact.path)
    if first.thing == "cli-flag" and not context.snapshot.head.under(program):
        what = (
            f"The program `{program.rpartition('/')[2]}` is gone with the flag{'s' if many else ''} {names}"
        )
    else:
        deed = DEEDS[first.deed][many]
        what = f"The {WHAT[first.thing]}{'s' if many else ''} {names} {deed}"
    it = "them" if many else "it"
    return (
        f"{what}, and nothing in the change says what those who use {it} should do. "
        f"Keep {it} for a release, or write it into the release note and the upgrade page."
    )


def _losses(context: Context) -> Iterable[Loss]:
    for fact in context.facts.all:
        thing, _, deed = fact.kind.rpartition("-")
        if fact.kind == "metric-changed" and _loses(fact):
            deed = "retyped"
        if fact.kind == "cli-flag-changed" and fact.traits.get("aspect") == "type":
            deed = "retyped"
        if thing not in WHAT or deed not in DEEDS or fact.traits.get("hidden") == "true":
            continue
        if not is_explained(fact, context):
            known = _known_by(fact, thing, context)
            light = thing in INWARD or (thing in PUBLISHED and known is None) or _follows(fact, context)
            yield Loss(fact, thing, deed, OPTIONAL if light else BLOCKING, known)


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
