"""A field that objects must have, and that those in the cluster do not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.chart import charts
from checks.context import Context
from checks.generated import package_files, reach, types_in
from checks.model import Defect, Evidence, Fact
from checks.parse.crd import Crd, crds
from checks.proofs import at_fact
from checks.rule import BLOCKING, rule

API = ("api-field-added", "api-field-made-required")
CRD = ("crd-field-added", "crd-field-made-required")


@rule(BLOCKING, Fact)
def check(fact: Fact, context: Context) -> Iterable[Defect]:
    """A field becomes required in a type that exists, or the chart newly demands a value that has no default.

    Objects that are in the cluster, and values files that are in use, no longer validate.

    Left alone: fields with a default, fields of new types and of a status, fields that no definition of the
    tree requires, and values whose default satisfies the demand.

    Source: the API conventions of Kubernetes: a new field of a served version is optional.
    """
    if fact.kind in API and fact.traits.get("default", "") == "" and not _is_status(fact.symbol):
        if fact.kind == API[0] and fact.traits.get("optional") != "false":
            return
        demands = _demanding(fact, context)
        if demands is not None:
            yield at_fact(fact, context, _said(fact, "field"), *demands)
    elif fact.kind in CRD and not _is_status(fact.traits.get("field", "")):
        if fact.kind == CRD[1] or fact.traits.get("required") == "true":
            yield at_fact(fact, context, _said(fact, "field"))
    elif fact.kind == "chart-validation-changed":
        yield from _demanded_value(fact, context)


def _said(fact: Fact, what: str) -> str:
    return (
        f"The {what} `{fact.symbol}` is required, and what exists already does not have it. "
        "Make it optional, or give it a default."
    )


def _is_status(name: str) -> bool:
    return any("status" in part.casefold() for part in name.split("."))


def _demanding(fact: Fact, context: Context) -> tuple[Evidence, ...] | None:
    """The lines of definitions at the head that require the field; none where the tree has no definitions.

    None where no definition requires it: opaque configuration, for one, has no schema.
    """
    paths = context.snapshot.head.matching(context.profile.contracts.crds)
    return next(_requiring(fact, paths, context), None) if paths else ()


def _requiring(fact: Fact, paths: list[str], context: Context) -> Iterator[tuple[Evidence, ...]]:
    head = context.snapshot.head
    owner, _, leaf = fact.symbol.partition(".")
    folder = fact.path.rpartition("/")[0]
    reached = head.once("reached", folder, lambda: list(_reached(folder, paths, context)))
    for path, crd, places in reached:
        for fields in crd.versions.values():
            for at in places.get(owner, []):
                field = fields.get(f"{at}.{leaf}" if at else leaf)
                if field and field.required and not field.default:
                    yield (Evidence(path, field.line, f"{field.path} is required"),)


def _reached(
    folder: str, paths: list[str], context: Context
) -> Iterator[tuple[str, Crd, dict[str, list[str]]]]:
    """Each definition with its path, and where in it the types of a package stand."""
    head = context.snapshot.head
    types = types_in(head, package_files(head, folder, context.profile))
    for path in paths:
        file = head.yaml(path)
        for crd in crds(file) if file else ():
            if crd.kind in types:
                yield path, crd, reach(crd.kind, types)


def _demanded_value(fact: Fact, context: Context) -> Iterator[Defect]:
    """A `required` of a value without a default, under no condition."""
    words = fact.symbol.split()
    if fact.traits.get("action") != "added" or words[:1] != ["required"]:
        return
    for chart in charts(context.snapshot.head, context.profile):
        empty = {leaf.name for leaf in chart.leaves if leaf.node.plain() in ("", None)}
        for word in words[1:]:
            name = word.removeprefix("$").removeprefix(".Values.")
            if name in empty or (word.count(".Values.") and not chart.declares(tuple(name.split(".")))):
                yield at_fact(fact, context, _said(fact, "chart value").replace(fact.symbol, name))
