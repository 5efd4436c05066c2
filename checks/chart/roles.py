"""RBAC roles that a chart makes: what each may do to which resource, with lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec import Struct, field

from checks.chart.objects import TemplateObject, objects, settled
from checks.parse.yaml import Node
from checks.snapshot import Source

ROLE_KINDS = frozenset({"Role", "ClusterRole"})


class Permission(Struct, frozen=True):
    """Verbs on one resource (`group/resource`, `core/pods`, or a URL), perhaps of given names only."""

    resource: str
    names: tuple[str, ...]
    verbs: frozenset[str]
    line: int


class Role(Struct, frozen=True, dict=True):
    """A role with its permissions; two rules on the same resource count together."""

    kind: str
    name: str
    path: str
    line: int
    permissions: dict[tuple[str, tuple[str, ...]], Permission] = field(default_factory=dict)

    @cached_property
    def by_resource(self) -> dict[str, list[Permission]]:
        """Its permissions by resource."""
        found: dict[str, list[Permission]] = {}
        for permission in self.permissions.values():
            found.setdefault(permission.resource, []).append(permission)
        return found

    def allows(self, asked: Permission) -> frozenset[str]:
        """Which of the verbs it allows on all of what `asked` speaks of; `*` stands for any."""
        group, _, resource = asked.resource.partition("/")
        verbs: frozenset[str] = frozenset()
        for wide in (asked.resource, f"{group}/*", f"*/{resource}", "*/*"):
            for known in self.by_resource.get(wide, []):
                if known.names in ((), asked.names):
                    verbs |= known.verbs
        return asked.verbs if "*" in verbs else asked.verbs & verbs


def roles(source: Source, paths: Iterable[str]) -> Iterator[Role]:
    """The roles in the templates at `paths`."""
    for made in objects(source, paths):
        if made.kind in ROLE_KINDS:
            role = Role(made.kind, made.name, made.file, made.line)
            rules = made.root.get("rules")
            for rule in rules.items if rules else []:
                _add(role, made, rule)
            yield role


def _add(role: Role, made: TemplateObject, rule: Node) -> None:
    verbs = frozenset(_words(made, rule.get("verbs")))
    names = tuple(sorted(_words(made, rule.get("resourceNames"))))
    groups = [group or "core" for group in _words(made, rule.get("apiGroups"))]
    resources = [f"{g}/{r}" for g in groups for r in _words(made, rule.get("resources"))]
    for resource in (*resources, *_words(made, rule.get("nonResourceURLs"))):
        known = role.permissions.get((resource, names))
        line = known.line if known else rule.line
        both = verbs | known.verbs if known else verbs
        role.permissions[resource, names] = Permission(resource, names, both, line)


def _words(made: TemplateObject, node: Node | None) -> list[str]:
    if node is None:
        return []
    items = node.items if node.kind == "list" else [node]
    return [settled(made.template.source(item)) for item in items if item.kind == "scalar"]
