"""Calls of the product to the API server, and what in the roles of its chart grants them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from checks.chart import Chart, Permission, Role, charts, roles
from checks.context import Context
from checks.functions import product_go
from checks.globs import matches
from checks.packages import folder_of
from checks.pattern import lazy
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
CALL = lazy(
    rf"V\d\w{{0,40}}\(\)\s{{0,80}}\.([A-Z]\w{{0,80}})\([^()]{{0,200}}\)\s{{0,80}}\.({'|'.join(VERBS)})\("
)
MOST_LINES = 5_000


WATCH = lazy(r"\.V\d\w{0,40}\(\)\s{0,80}\.([A-Z]\w{0,80})\(\)\s{0,80}\.(Informer|Lister)\(\)")
ROLE_WORDS = lazy(r"\A(?:rbac|clusterrole|role)\b|\b(?:rbac|clusterrole|role)\Z|[-_.]")


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


def calls_in_change(context: Context) -> Iterator[Asked]:
    """Calls on lines that the change adds; each deed once a file."""
    for change in product_go(context.snapshot, context.profile):
        path = change.new_path
        yield from _in_file(context.snapshot.head, path, change) if path else ()


def all_calls(context: Context) -> Iterator[Asked]:
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


def grants_of(asked: Asked, granted: list[Role]) -> Iterator[tuple[Role, Permission]]:
    """What of the component's roles grants it, or of any role where none is called like the component."""
    own = [r for r in granted if owner(r) and owner(r) in asked.component]
    for role in own or granted:
        yield from ((role, p) for p in role.permissions.values() if _grants(p, asked.resource, asked.verb))


def is_granted(asked: Asked, granted: list[Role]) -> bool:
    """Whether something grants it."""
    return any(True for _ in grants_of(asked, granted))


def owner(role: Role) -> str:
    """The component that a role's file is called after: `kubeletplugin` of `rbac-kubeletplugin.yaml`."""
    stem = role.path.rpartition("/")[2].rpartition(".")[0].casefold()
    return ROLE_WORDS.sub("", stem)


def chart_roles(source: Source, context: Context) -> Iterator[Role]:
    found = [list(_in_chart(chart)) for chart in charts(source, context.profile)]
    yield from (role for listed in found for role in listed)


def _in_chart(chart: Chart) -> Iterator[Role]:
    chart.source.soon(chart.templates)
    texts = [chart.source.text(path) for path in chart.templates]
    if not any(text and "cluster-admin" in text.text for text in texts):
        holding = [t.path for t in texts if t and re.search(r"^kind: (?:Cluster)?Role$", t.text, re.M)]
        yield from roles(chart.source, holding)


def _grants(permission: Permission, resource: str, verb: str) -> bool:
    name = permission.resource.partition("/")[2]
    fits = name in (resource, "*", f"{resource.partition('/')[0]}/*") or "{{" in permission.resource
    return fits and bool(permission.verbs & {verb, "*"})
