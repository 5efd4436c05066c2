"""Pods and the pod templates inside other objects, with the claims that they and their containers name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from checks.manifests import Manifest
from checks.parse.yaml import Node

CONTAINERS = ("initContainers", "containers", "ephemeralContainers")
SOURCES = ("resourceClaimName", "resourceClaimTemplateName")
NO_PODS = frozenset(
    {"CustomResourceDefinition", "ConfigMap", "Secret", "ResourceClaim", "ResourceClaimTemplate"}
)
MAX_NODES = 20_000
MOST = 256  # of the entries of one list; a pod that runs has far fewer


class ClaimUse(Struct, frozen=True, eq=False):
    """An entry of a container's `resources.claims`: the pod's claim, and one request of it or all."""

    node: Node
    name: Node | None
    request: Node | None


class Container(Struct, frozen=True, eq=False, dict=True):
    """A container of any of a pod's lists."""

    node: Node

    @property
    def name(self) -> str:
        """Its name, or empty."""
        return word(self.node, "name")

    @cached_property
    def uses(self) -> list[ClaimUse]:
        """The claims that it is given."""
        entries = maps(self.node.get("resources", "claims"))[:MOST]
        return [ClaimUse(e, scalar(e, "name"), scalar(e, "request")) for e in entries]


class PodClaim(Struct, frozen=True, eq=False):
    """An entry of a pod's `resourceClaims`; `claim` and `template` name the object that it takes."""

    node: Node
    name: str
    claim: Node | None
    template: Node | None

    @property
    def source(self) -> tuple[str, Node] | None:
        """The kind and the name of the object, where exactly one is given."""
        if self.claim is not None and self.template is None:
            return "ResourceClaim", self.claim
        if self.template is not None and self.claim is None:
            return "ResourceClaimTemplate", self.template
        return None


class Pod(Struct, frozen=True, eq=False, dict=True):
    """A pod spec. `holder` is the map that its template stands in, beside `replicas` and the like."""

    manifest: Manifest
    spec: Node
    holder: Node | None

    @cached_property
    def claims(self) -> list[PodClaim]:
        """Its claims, in order."""
        return [
            PodClaim(
                e, word(e, "name"), scalar(e, "resourceClaimName"), scalar(e, "resourceClaimTemplateName")
            )
            for e in maps(self.spec.get("resourceClaims"))[:MOST]
        ]

    @cached_property
    def containers(self) -> list[Container]:
        """Its containers, those that run first first."""
        return [Container(n) for key in CONTAINERS for n in maps(self.spec.get(key))[:MOST]]

    @property
    def copies(self) -> int | None:
        """How many such pods are asked for, or None where that is not a plain number."""
        if self.holder is None:
            return 1
        said = word(self.holder, "replicas") or word(self.holder, "parallelism") or "1"
        return int(said) if said.isdigit() and len(said) < 9 else None

    def claim(self, name: str) -> PodClaim | None:
        """The claim of this name."""
        return self._by_name.get(name)

    @cached_property
    def _by_name(self) -> dict[str, PodClaim]:
        return {c.name: c for c in reversed(self.claims)}


def pods_of(manifest: Manifest) -> list[Pod]:
    """The pods that an object is or makes, in order."""
    kept: list[Pod] | None = vars(manifest).get("_pods")
    if kept is None:
        kept = list(_find(manifest))
        vars(manifest)["_pods"] = kept
    return kept


def _find(manifest: Manifest) -> Iterator[Pod]:
    spec = manifest.root.get("spec")
    if spec is None or manifest.kind in NO_PODS:
        return
    if manifest.kind == "Pod":
        yield Pod(manifest, spec, None)
        return
    stack, seen = [spec], 0
    while stack and seen < MAX_NODES:
        node = stack.pop()
        seen += 1
        inner = node.get("template", "spec")
        if inner is not None and inner.get("containers") is not None:
            yield Pod(manifest, inner, node)
            continue
        stack += reversed([e.value for e in node.entries if e.value.kind == "map"])
        stack += reversed([i for e in node.entries for i in e.value.items if i.kind == "map"])


def maps(node: Node | None) -> list[Node]:
    """The maps of a list."""
    return [i for i in node.items if i.kind == "map"] if node is not None else []


def scalar(node: Node | None, *path: str) -> Node | None:
    """The scalar at a path, unless it is missing or empty."""
    found = node.get(*path) if node is not None else None
    return found if found is not None and found.kind == "scalar" and found.text else None


def word(node: Node | None, *path: str) -> str:
    """The text of the scalar at a path, or empty."""
    found = scalar(node, *path)
    return found.text if found is not None else ""
