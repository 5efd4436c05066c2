"""Objects that are there together: those of one bundle, and those of the files beside it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from checks.context import Context
from checks.dra.claims import Claim, claim_of
from checks.dra.pods import PodClaim, maps, scalar
from checks.manifests import Manifest, manifests_in, may_hold_manifests
from checks.parse.yaml import Node
from checks.snapshot import Source

MOST_FILES = 80
MAKES_TEMPLATE = "resourceClaimTemplate"
KUBERNETES_GROUPS = ("", "apps", "batch", "resource.k8s.io")


def applied_with(manifest: Manifest, context: Context) -> list[Manifest]:
    """The bundle, and for what is no document the objects in files of the same folder and below.

    Tests and demos apply several files of a folder together.
    """
    if manifest.form == "fence":
        return manifest.bundle
    source = context.snapshot.head
    folder = manifest.path.rpartition("/")[0]
    beside = source.once("objects beside", folder, partial(_in_folder, source, folder))
    return [*manifest.bundle, *(m for m in beside if m.path != manifest.path)]


def _in_folder(source: Source, folder: str) -> list[Manifest]:
    paths = source.under(folder) if folder else [p for p in source.paths() if "/" not in p]
    some = [p for p in paths if may_hold_manifests(p) and not p.endswith(".md")][:MOST_FILES]
    return [m for p in some for m in manifests_in(source, p)]


def claim_for(claim: PodClaim, manifest: Manifest, context: Context) -> Claim | None:
    """The object behind a pod's claim, where it is there and sure to be the one."""
    if claim.source is None:
        return None
    kind, name = claim.source
    found = [m for m in applied_with(manifest, context) if m.kind == kind and m.name == name.text]
    near = [m for m in found if m.path == manifest.path and m.namespace in ("", manifest.namespace)]
    same = near or [m for m in found if m.namespace == manifest.namespace]
    return claim_of(same[0]) if len(same) == 1 else None


def templates_made(manifest: Manifest) -> Iterator[Node]:
    """Names of claim templates that the controller of a custom object makes for it."""
    spec = manifest.root.get("spec")
    if spec is None or manifest.api_version.partition("/")[0] in KUBERNETES_GROUPS:
        return
    stack = [spec]
    while stack:
        node = stack.pop()
        name = scalar(node, MAKES_TEMPLATE, "name")
        if name is not None:
            yield name
        for entry in node.entries:
            stack += [entry.value] if entry.value.kind == "map" else maps(entry.value)


def share_namespace(one: Manifest, other: Manifest) -> bool:
    """Whether two objects may be in one namespace: the same is said, or one leaves it to `kubectl -n`."""
    spaces = {m.namespace for m in (one, other) if m.namespace}
    literal = all(m.is_literal(m.root.get("metadata", "namespace")) for m in (one, other) if m.namespace)
    return len(spaces) < 2 or not literal
