"""RBAC roles that a chart makes: what each may do to which resource, with lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from checks.chart import TemplateObject, objects, settled
from checks.parse.yaml import Node
from checks.snapshot import Source

ROLE_KINDS = frozenset({"Role", "ClusterRole"})


@dataclass(frozen=True, slots=True)
class Permission:
    """Verbs on one resource (`group/resource`, `core/pods`, or a URL), perhaps of given names only."""

    resource: str
    names: tuple[str, ...]
    verbs: frozenset[str]
    line: int


@dataclass(frozen=True)
class Role:
    """A role with its permissions; two rules on the same resource count together."""

    kind: str
    name: str
    path: str
    line: int
    permissions: dict[tuple[str, tuple[str, ...]], Permission] = field(default_factory=dict)


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
