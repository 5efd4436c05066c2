"""A call to the API server that no role allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.chart import Role
from checks.context import Context
from checks.model import Defect
from checks.proofs import line_at
from checks.prose import abridged, listed
from checks.rule import BLOCKING, rule
from checks.rules.contracts.api_calls import Asked, all_calls, calls_in_change, chart_roles, is_granted, owner

MOST_NAMED = 6


@rule(BLOCKING, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """The change calls the API server with a verb that no role of the chart grants on the resource, or takes
    from the roles what a call still needs.

    The call fails with "forbidden" on every cluster that is installed from the chart, and in no unit test.
    An informer lists and watches.

    Left alone: resources and verbs that a role of the component grants, or any role where none is called
    like the component; charts without roles, and charts that bind somebody to cluster-admin.

    Source: client calls and roles move together in the project; a role that was cut down broke the
    controller and the daemons of MPS, and was mended twice.
    """
    taken = any(f.traits.get("elsewhere") != "yes" for f in context.facts.of("rbac-rule-removed"))
    calls = list(calls_in_change(context))
    granted = list(chart_roles(context.snapshot.head, context)) if calls or taken else []
    if not granted:
        return
    refused: dict[tuple[str, int, str], list[Asked]] = {}
    for asked in calls:
        if not is_granted(asked, granted):
            refused.setdefault((asked.path, asked.line, asked.resource), []).append(asked)
    for alike in refused.values():
        said = f"No role of the chart allows to {listed(a.verb for a in alike)} {alike[0].resource}"
        yield _defect(alike[0], said, granted, context)
    for lost in _taken(calls, granted, context) if taken else ():
        deeds = abridged((f"{a.verb} {a.resource}" for a in lost), MOST_NAMED)
        said = f"The roles of the chart no longer allow what this file does ({deeds})"
        yield _defect(lost[0], said, granted, context)


def _taken(calls: list[Asked], granted: list[Role], context: Context) -> Iterator[list[Asked]]:
    """Calls that a role of the base granted and none of the head does, by file."""
    before = list(chart_roles(context.snapshot.base, context))
    known = {(a.path, a.resource, a.verb) for a in calls}
    lost: dict[str, list[Asked]] = {}
    for asked in all_calls(context):
        if (asked.path, asked.resource, asked.verb) in known or is_granted(asked, granted):
            continue
        if is_granted(asked, before):
            lost.setdefault(asked.path, []).append(asked)
    yield from lost.values()


def _defect(asked: Asked, said: str, granted: list[Role], context: Context) -> Defect:
    nearest = next((r for r in granted if owner(r) and owner(r) in asked.component), granted[0])
    head = context.snapshot.head
    return Defect(
        path=asked.path,
        line=asked.line,
        message=f"{said}; the call is refused.",
        anchor=f"{asked.verb} {asked.resource}",
        text=f"{asked.verb} {asked.resource}",
        evidence=(line_at(head, asked.path, asked.line), line_at(head, nearest.path, nearest.line)),
    )
