"""CustomResourceDefinitions: the fields of their schemas, flattened, each with what it demands."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from checks.parse.yaml import Node, YamlFile

LIMITS = (
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "multipleOf",
    "pattern",
    "format",
    "nullable",
    "oneOf",
    "anyOf",
    "allOf",
    "not",
    "x-kubernetes-list-type",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-int-or-string",
)


class CrdField(Struct, frozen=True):
    """A field of a schema. `limits` maps what else narrows its values to how; lists and maps end in `[]`."""

    path: str
    line: int
    type: str
    required: bool
    enum: tuple[str, ...] = ()
    default: str | None = None
    limits: Mapping[str, str] = field(default_factory=dict)


class Crd(Struct, frozen=True):
    """A definition: `name` is `plural.group`; `versions` maps each to its fields by path, in order."""

    name: str
    kind: str
    path: str
    line: int
    versions: Mapping[str, Mapping[str, CrdField]]
    version_lines: Mapping[str, int]


def crds(file: YamlFile) -> Iterator[Crd]:
    """The definitions in a file."""
    for root in file.roots:
        kind, name = root.get("kind"), root.get("metadata", "name")
        if kind and kind.text == "CustomResourceDefinition" and name and name.text:
            yield _crd(file.path, root, name.text)


def _crd(path: str, root: Node, name: str) -> Crd:
    versions: dict[str, Mapping[str, CrdField]] = {}
    lines: dict[str, int] = {}
    listed = root.get("spec", "versions")
    for version in listed.items if listed else []:
        called, schema = version.get("name"), version.get("schema", "openAPIV3Schema")
        if called and schema:
            versions[called.text] = {f.path: f for f in _fields(schema, "")}
            lines[called.text] = called.line
    kind = root.get("spec", "names", "kind")
    return Crd(name, kind.text if kind else "", path, root.line, versions, lines)


def _fields(schema: Node, path: str) -> Iterator[CrdField]:
    required = schema.get("required")
    names = {item.text for item in required.items} if required else set()
    properties = schema.get("properties")
    for entry in properties.entries if properties else []:
        below = f"{path}.{entry.key}" if path else entry.key
        yield _field(entry.value, below, entry.line, entry.key in names)
        yield from _fields(entry.value, below)
    for part in ("items", "additionalProperties"):
        inner = schema.get(part)
        if inner and inner.kind == "map":
            yield _field(inner, f"{path}[]", inner.line, required=False)
            yield from _fields(inner, f"{path}[]")


def _field(schema: Node, path: str, line: int, required: bool) -> CrdField:
    enum, kind, default = schema.get("enum"), schema.get("type"), schema.get("default")
    said = {entry.key for entry in schema.entries}
    limits = {key: _shown(node) for key in LIMITS if key in said and (node := schema.get(key))}
    rules = schema.get("x-kubernetes-validations")
    if rules:
        asked = (rule.get("rule") for rule in rules.items)
        limits["x-kubernetes-validations"] = "; ".join(sorted(r.text for r in asked if r))
    return CrdField(
        path,
        line,
        kind.text if kind else "",
        required,
        tuple(sorted(item.text for item in enum.items)) if enum else (),
        _shown(default) if default else None,
        limits,
    )


def _shown(node: Node) -> str:
    return node.text if node.kind == "scalar" else json.dumps(node.plain(), sort_keys=True)
