"""Claims and device classes in one shape, whatever the API version wrote them in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import islice

from msgspec import Struct

from checks.manifests import Manifest
from checks.parse.template import PLACEHOLDER
from checks.parse.yaml import Node

GROUP = "resource.k8s.io/"
CLAIM, TEMPLATE, CLASS = "ResourceClaim", "ResourceClaimTemplate", "DeviceClass"
FLAT_VERSIONS = frozenset({"v1alpha3", "v1beta1"})
NESTED_VERSIONS = frozenset({"v1beta2", "v1"})
MOST = 300  # of what one claim lists: Kubernetes takes 32 requests with 8 alternatives


class Selector(Struct, frozen=True, eq=False):
    """A CEL selector: its expression, the scalar it stands in, and whether templates leave it whole."""

    node: Node
    expression: str
    literal: bool

    @property
    def line(self) -> int:
        """The line of the expression's first word."""
        return self.node.content_line


class Request(Struct, frozen=True, eq=False, dict=True):
    """One request, or one subrequest of `firstAvailable`.

    `node` holds its name; `body` the fields of the device request, which in v1 is the node below
    `exactly`. `parent` is the request that a subrequest belongs to.
    """

    name: str
    node: Node
    body: Node
    parent: str | None = None

    @property
    def full_name(self) -> str:
        """How constraints and configs call it: `name`, or `parent/name`."""
        return f"{self.parent}/{self.name}" if self.parent else self.name

    def word(self, key: str) -> str:
        """A scalar field, or empty."""
        node = self.body.get(key)
        return node.text if node is not None and node.kind == "scalar" else ""

    @property
    def class_name(self) -> str:
        """The device class, or empty."""
        return self.word("deviceClassName")

    @property
    def mode(self) -> str:
        """The allocation mode; what is not written is `ExactCount`."""
        return self.word("allocationMode") or "ExactCount"

    @property
    def count(self) -> int | None:
        """Devices asked for: 1 where nothing is written, None for all of them or what is not a number."""
        if self.mode == "All":
            return None
        said = self.word("count")
        return 1 if not said else int(said) if said.isdigit() else None

    @cached_property
    def selectors(self) -> list[Selector]:
        """Its CEL selectors, in order."""
        return selectors_of(self.body)


class Claim(Struct, frozen=True, eq=False, dict=True):
    """The device claim inside a ResourceClaim or ResourceClaimTemplate.

    `spec` is the claim's own spec; in a template the inner one. `devices` may be missing.
    """

    manifest: Manifest
    spec: Node | None
    devices: Node | None

    @property
    def version(self) -> str:
        """The API version without its group; empty where the chart decides it."""
        return version_of(self.manifest)

    @cached_property
    def entries(self) -> list[Node]:
        """The nodes of the top-level requests."""
        return _items(self.devices, "requests")

    @cached_property
    def requests(self) -> list[Request]:
        """Every request and subrequest that asks for devices, in order; of a list without end the first."""
        return list(islice((r for entry in self.entries for r in _requests(entry)), MOST))

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name by which constraints and configs may call a request."""
        tops = (_text(e, "name") for e in self.entries)
        return frozenset((*tops, *(r.full_name for r in self.requests)))

    @cached_property
    def constraints(self) -> list[Node]:
        """The nodes of the constraints."""
        return _items(self.devices, "constraints")[:MOST]

    @cached_property
    def configs(self) -> list[Node]:
        """The nodes of the configs."""
        return _items(self.devices, "config")[:MOST]

    def named_by(self, node: Node) -> list[Request]:
        """The requests that a constraint or config is for: those it lists, or all where it lists none."""
        listed = [n.text for n in _items(node, "requests")]
        if not listed:
            return self.requests
        return [r for r in self.requests if r.full_name in listed or (r.parent or r.name) in listed]


def claim_of(manifest: Manifest) -> Claim | None:
    """The claim that an object holds, or None."""
    if "_claim" not in vars(manifest):
        vars(manifest)["_claim"] = _claim(manifest)
    kept: Claim | None = vars(manifest)["_claim"]
    return kept


def _claim(manifest: Manifest) -> Claim | None:
    if not manifest.api_version.startswith(GROUP) or manifest.kind not in (CLAIM, TEMPLATE):
        return None
    spec = manifest.root.get("spec")
    if manifest.kind == TEMPLATE and spec is not None:
        spec = spec.get("spec")
    return Claim(manifest, spec, spec.get("devices") if spec is not None else None)


def claims_in(bundle: list[Manifest]) -> Iterator[Claim]:
    """The claims of a bundle, in order."""
    return (c for c in map(claim_of, bundle) if c is not None)


def is_class(manifest: Manifest) -> bool:
    """Whether an object is a device class; a chart may leave its version open."""
    known = manifest.api_version.startswith(GROUP) or PLACEHOLDER.search(manifest.api_version)
    return manifest.kind == CLASS and bool(known)


def version_of(manifest: Manifest) -> str:
    """`v1`, `v1beta1`, ... of a resource.k8s.io object; empty where it is another or a template decides."""
    group, slash, version = manifest.api_version.partition("/")
    known = group + slash == GROUP and re.fullmatch(r"v\d+(?:alpha\d+|beta\d+)?", version)
    return version if known else ""


def selectors_of(holder: Node | None) -> list[Selector]:
    """The CEL selectors of a request or a class spec, in order."""
    found = []
    for item in _items(holder, "selectors"):
        node = item.get("cel", "expression")
        if node is not None and node.kind == "scalar":
            found.append(Selector(node, node.text, not PLACEHOLDER.search(node.text)))
    return found


def _requests(entry: Node) -> Iterator[Request]:
    name = _text(entry, "name")
    subrequests = _items(entry, "firstAvailable")
    if subrequests:
        yield from (Request(_text(s, "name"), s, s, name) for s in subrequests)
        return
    exactly = entry.get("exactly")
    body = exactly if exactly is not None and exactly.kind == "map" else entry
    yield Request(name, entry, body)


def _items(node: Node | None, key: str) -> list[Node]:
    found = node.get(key) if node is not None and node.kind == "map" else None
    return [i for i in found.items if i.kind in ("map", "scalar")] if found is not None else []


def _text(node: Node, key: str) -> str:
    found = node.get(key)
    return found.text if found is not None and found.kind == "scalar" else ""
