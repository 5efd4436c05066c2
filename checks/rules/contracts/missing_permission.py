"""A call to the API server that no role allows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checks.chart import Chart, Role, charts, roles
from checks.context import Context
from checks.functions import product_go
from checks.model import Defect
from checks.proofs import line_at
from checks.rule import BLOCKING, rule
from checks.snapshot import Change

VERBS = {
    "Create": "create",
    "Update": "update",
    "UpdateStatus": "update",
    "Patch": "patch",
    "Apply": "patch",
    "ApplyStatus": "patch",
    "Delete": "delete",
    "DeleteCollection": "deletecollection",
    "Get": "get",
    "List": "list",
    "Watch": "watch",
}
CALL = re.compile(
    rf"V\d\w{{0,40}}\(\)\s{{0,80}}\.([A-Z]\w{{0,80}})\([^()]{{0,200}}\)\s{{0,80}}\.({'|'.join(VERBS)})\("
)
MOST_LINES = 5_000


@rule(BLOCKING, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """The change calls the API server with a verb that no role of the chart grants on the resource.

    The call fails with "forbidden" on every cluster that is installed from the chart, and in no unit test.

    Left alone: resources and verbs that any role of the chart grants, charts without roles, and charts that
    bind somebody to cluster-admin.

    Source: client calls and roles move together in the project.
    """
    calls = list(_calls(context))
    granted = list(_roles(context)) if calls else []
    if not granted:
        return
    for path, line, kind, verb in calls:
        resource = kind.casefold() + ("/status" if verb.endswith("Status") else "")
        if not any(_grants(role, resource, VERBS[verb]) for role in granted):
            nearest = granted[0]
            yield Defect(
                path=path,
                line=line,
                message=f"No role of the chart allows to {VERBS[verb]} {resource}; the call is refused.",
                anchor=f"{VERBS[verb]} {resource}",
                text=f"{VERBS[verb]} {resource}",
                evidence=(
                    line_at(context.snapshot.head, path, line),
                    line_at(context.snapshot.head, nearest.path, nearest.line),
                ),
            )


def _calls(context: Context) -> Iterator[tuple[str, int, str, str]]:
    """Calls on lines that the change adds: path, line, kind and verb; each deed once a file."""
    for change in product_go(context.snapshot, context.profile):
        seen: set[tuple[str, str]] = set()
        for line, kind, verb in _in_file(change, context):
            if (kind, verb) not in seen:
                seen.add((kind, verb))
                yield change.path, line, kind, verb


def _in_file(change: Change, context: Context) -> Iterator[tuple[int, str, str]]:
    text = context.snapshot.head.text(change.new_path) if change.new_path else None
    if text is None or len(text.lines) > MOST_LINES:
        return
    for found in CALL.finditer(text.text):
        line = text.line_at(found.start(2))
        if change.touches_head(text.line_at(found.start()), line) and "//" not in text.line(line):
            yield line, found[1], found[2]


def _roles(context: Context) -> Iterator[Role]:
    found = [list(_in_chart(chart)) for chart in charts(context.snapshot.head, context.profile)]
    yield from (role for listed in found for role in listed)


def _in_chart(chart: Chart) -> Iterator[Role]:
    chart.source.soon(chart.templates)
    texts = [chart.source.text(path) for path in chart.templates]
    if not any(text and "cluster-admin" in text.text for text in texts):
        holding = [t.path for t in texts if t and re.search(r"^kind: (?:Cluster)?Role$", t.text, re.M)]
        yield from roles(chart.source, holding)


def _grants(role: Role, resource: str, verb: str) -> bool:
    for permission in role.permissions.values():
        name = permission.resource.partition("/")[2]
        fits = name in (resource, "*", f"{resource.partition('/')[0]}/*") or "{{" in permission.resource
        if fits and permission.verbs & {verb, "*"}:
            return True
    return False
