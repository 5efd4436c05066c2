"""Fields of Kubernetes objects, from the schemas that the package kubernetes-validate carries.

Only the data of the package is read, once a process, and of it only what objects under review need: its code
and the rest of its schemas would cost a usual review more than all rules together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from checks.parse.yaml import Node
from checks.pattern import lazy

REFERENCE = lazy(r"#/(?:\$defs|definitions)/(?P<name>[\w.-]+)$")
FOLDER = lazy(r"v(\d+)\.(\d+)\.\d+-local-strict$")
GROUPS = {"": "core", "resource.k8s.io": "resource"}
MOST = 10  # faults of one object


class Misfit(Struct, frozen=True):
    """A field that an object does not have: its key's node, its dotted path, the definition it stands in."""

    node: Node
    path: str
    holder_name: str

    @property
    def holder(self) -> str:
        """The type that it stands in, without its package."""
        return self.holder_name.rpartition(".")[2]


class Definitions:
    """The definitions of one release, each decoded when it is asked for."""

    def __init__(self, raw: Mapping[str, msgspec.Raw]) -> None:
        self.raw = raw
        self._decoded: dict[str, dict[str, Any]] = {}

    def get(self, name: str) -> dict[str, Any] | None:
        """A definition by its full name."""
        if name not in self._decoded and name in self.raw:
            self._decoded[name] = msgspec.json.decode(self.raw[name])
        return self._decoded.get(name)


@cache
def definitions() -> Definitions:
    """Those of the newest release that the package knows; none where it is not installed."""
    found = find_spec("kubernetes_validate")
    folder = Path(found.origin).parent / "kubernetes-json-schema" if found and found.origin else None
    releases = [(m, p) for p in folder.iterdir() if (m := FOLDER.match(p.name))] if folder else []
    if not releases:
        return Definitions({})
    newest = max(releases, key=lambda pair: (int(pair[0][1]), int(pair[0][2])))[1]
    read = (newest / "_definitions.json").read_bytes()
    outer = msgspec.json.decode(read, type=dict[str, msgspec.Raw])
    inner = outer.get("$defs") or outer.get("definitions")
    return Definitions(msgspec.json.decode(inner, type=dict[str, msgspec.Raw]) if inner else {})


def unknown_fields(root: Node, api_version: str, kind: str) -> Iterator[Misfit]:
    """Fields of an object that its API does not have, in order; nothing where its schema is not known."""
    group, _, version = api_version.rpartition("/")
    name = f"io.k8s.api.{GROUPS.get(group, group.partition('.')[0])}.{version}.{kind}"
    known = definitions()
    if known.get(name) is None:
        return
    stack, found = [(root, name, "")], 0
    while stack and found < MOST:
        node, schema, path = stack.pop()
        fields = (known.get(schema) or {}).get("properties")
        if node.kind != "map" or not fields:
            continue
        for entry in node.entries:
            here = f"{path}.{entry.key}".lstrip(".")
            if entry.key not in fields:
                found += 1
                yield Misfit(_at(entry.value, entry.line), here, schema)
            else:
                stack += _below(entry.value, fields[entry.key], here)


def fields_of(definition: str) -> list[str]:
    """The fields of a definition."""
    return sorted((definitions().get(definition) or {}).get("properties") or ())


def _at(value: Node, line: int) -> Node:
    """A node on the line of the key."""
    return Node("scalar", line, value.column, line)


def _below(value: Node, schema: Mapping[str, Any], path: str) -> Iterator[tuple[Node, str, str]]:
    """The values below a field that have a definition of their own."""
    name = _referred(schema)
    if name and value.kind == "map":
        yield value, name, path
    item = _referred(schema.get("items") or {})
    if item:
        yield from ((node, item, f"{path}[{number}]") for number, node in enumerate(value.items))
    each = schema.get("additionalProperties")
    inner = _referred(each) if isinstance(each, dict) else None
    if inner:
        yield from ((entry.value, inner, f"{path}.{entry.key}") for entry in value.entries)


def _referred(schema: Mapping[str, Any]) -> str | None:
    for part in (
        schema,
        *(schema.get("allOf") or ()),
        *(schema.get("oneOf") or ()),
        *(schema.get("anyOf") or ()),
    ):
        found = REFERENCE.search(str(part.get("$ref", "")))
        if found:
            return found["name"]
    return None
