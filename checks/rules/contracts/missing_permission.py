"""A call to the API server that no role allows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from checks.chart import Chart, Role, charts, roles
from checks.context import Context
from checks.functions import product_go
from checks.globs import matches
from checks.model import Defect
from checks.packages import folder_of
from checks.proofs import line_at
from checks.prose import abridged, listed
from checks.rule import BLOCKING, rule
from checks.snapshot import Change, Source

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
MOST_NAMED = 6


WATCH = re.compile(r"\.V\d\w{0,40}\(\)\s{0,80}\.([A-Z]\w{0,80})\(\)\s{0,80}\.(Informer|Lister)\(\)")
ROLE_WORDS = re.compile(r"\A(?:rbac|clusterrole|role)\b|\b(?:rbac|clusterrole|role)\Z|[-_.]")


class Asked(Struct, frozen=True):
    """A call that needs a verb on a resource, and the component that makes it."""

    path: str
    line: int
    resource: str
    verb: str

    @property
    def component(self) -> str:
        """The folder of its program, in one word."""
        return folder_of(self.path).rpartition("/")[2].replace("-", "")


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
    calls = list(_calls(context))
    granted = list(_roles(context.snapshot.head, context)) if calls or taken else []
    if not granted:
        return
    refused: dict[tuple[str, int, str], list[Asked]] = {}
    for asked in calls:
        if not _is_granted(asked, granted):
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
    before = list(_roles(context.snapshot.base, context))
    known = {(a.path, a.resource, a.verb) for a in calls}
    lost: dict[str, list[Asked]] = {}
    for asked in _all_calls(context):
        if (asked.path, asked.resource, asked.verb) in known or _is_granted(asked, granted):
            continue
        if _is_granted(asked, before):
            lost.setdefault(asked.path, []).append(asked)
    yield from lost.values()


def _defect(asked: Asked, said: str, granted: list[Role], context: Context) -> Defect:
    nearest = next((r for r in granted if _owner(r) and _owner(r) in asked.component), granted[0])
    head = context.snapshot.head
    return Defect(
        path=asked.path,
        line=asked.line,
        message=f"{said}; the call is refused.",
        anchor=f"{asked.verb} {asked.resource}",
        text=f"{asked.verb} {asked.resource}",
        evidence=(line_at(head, asked.path, asked.line), line_at(head, nearest.path, nearest.line)),
    )


def _calls(context: Context) -> Iterator[Asked]:
    """Calls on lines that the change adds; each deed once a file."""
    for change in product_go(context.snapshot, context.profile):
        path = change.new_path
        yield from _in_file(context.snapshot.head, path, change) if path else ()


def _all_calls(context: Context) -> Iterator[Asked]:
    """Calls of all the product's code at the head."""
    head, paths = context.snapshot.head, context.profile.paths
    apart = (*paths.vendored, *paths.tests, *paths.generated, *paths.examples, *paths.ci)
    files = [p for p in head.paths() if p.endswith(".go") and not matches(p, apart)]
    head.soon(files)
    yield from (asked for path in files for asked in _in_file(head, path))


def _in_file(source: Source, path: str, change: Change | None = None) -> Iterator[Asked]:
    """Deeds of a file, each once; with a change only those on lines that it adds."""
    text = source.text(path)
    if text is None or len(text.lines) > MOST_LINES:
        return
    seen: set[tuple[str, str]] = set()
    for pattern in (CALL, WATCH):
        for found in pattern.finditer(text.text):
            line = text.line_at(found.start(2))
            new = change is None or change.touches_head(text.line_at(found.start()), line)
            resource = found[1].casefold() + ("/status" if found[2].endswith("Status") else "")
            for verb in (VERBS[found[2]],) if found[2] in VERBS else ("list", "watch"):
                if new and "//" not in text.line(line) and (resource, verb) not in seen:
                    seen.add((resource, verb))
                    yield Asked(path, line, resource, verb)


def _is_granted(asked: Asked, granted: list[Role]) -> bool:
    """Whether a role of the component grants it, or any role where none is called like the component."""
    own = [r for r in granted if _owner(r) and _owner(r) in asked.component]
    return any(_grants(role, asked.resource, asked.verb) for role in own or granted)


def _owner(role: Role) -> str:
    """The component that a role's file is called after: `kubeletplugin` of `rbac-kubeletplugin.yaml`."""
    stem = role.path.rpartition("/")[2].rpartition(".")[0].casefold()
    return ROLE_WORDS.sub("", stem)


def _roles(source: Source, context: Context) -> Iterator[Role]:
    found = [list(_in_chart(chart)) for chart in charts(source, context.profile)]
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
