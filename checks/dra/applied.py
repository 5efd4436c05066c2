"""Objects that are there together: those of one bundle, and those of the files beside it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from checks.context import Context
from checks.dra.claims import Claim, claim_of
from checks.dra.pods import PodClaim, maps, scalar
from checks.manifests import Manifest, manifests_in, may_hold_manifests
from checks.parse.yaml import Node
from checks.pattern import lazy
from checks.snapshot import Source

NAMING = lazy(r"\b\w{0,40}(?:[nN]ame|request)[ \t]*:[ \t]*[^\s#]+")
WORDS = lazy(r"\w[\w.-]*")
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


def objects_called(kind: str, name: str, manifest: Manifest, context: Context) -> list[Manifest]:
    """Those of this kind and name among the objects that are there together with one."""
    make = partial(_by_name, manifest, context)
    index = context.snapshot.head.once("objects applied", f"{manifest.path} {manifest.form}", make)
    return index.get((kind, name), [])


def _by_name(manifest: Manifest, context: Context) -> dict[tuple[str, str], list[Manifest]]:
    found: dict[tuple[str, str], list[Manifest]] = {}
    for other in applied_with(manifest, context):
        found.setdefault((other.kind, other.name), []).append(other)
    return found


def _in_folder(source: Source, folder: str) -> list[Manifest]:
    paths = source.under(folder) if folder else [p for p in source.paths() if "/" not in p]
    some = [p for p in paths if may_hold_manifests(p) and not p.endswith(".md")][:MOST_FILES]
    source.soon(some)
    return [m for p in some for m in manifests_in(source, p)]


def claim_for(claim: PodClaim, manifest: Manifest, context: Context) -> Claim | None:
    """The object behind a pod's claim, where it is there and sure to be the one."""
    if claim.source is None:
        return None
    kind, name = claim.source
    found = objects_called(kind, name.text, manifest, context)
    near = [m for m in found if m.path == manifest.path and m.namespace in ("", manifest.namespace)]
    same = near or [m for m in found if m.namespace == manifest.namespace]
    return claim_of(same[0]) if len(same) == 1 else None


def templates_made(manifest: Manifest) -> list[Node]:
    """Names of claim templates that the controller of a custom object makes for it."""
    kept: list[Node] | None = vars(manifest).get("_templates_made")
    if kept is None:
        kept = list(_templates(manifest))
        vars(manifest)["_templates_made"] = kept
    return kept


def _templates(manifest: Manifest) -> Iterator[Node]:
    spec = manifest.root.get("spec")
    if spec is None or manifest.api_version.rpartition("/")[0] in KUBERNETES_GROUPS:
        return
    stack = [spec]
    while stack:
        node = stack.pop()
        name = scalar(node, MAKES_TEMPLATE, "name")
        if name is not None:
            yield name
        for entry in node.entries:
            stack += [entry.value] if entry.value.kind == "map" else maps(entry.value)


def makers_of(name: str, manifest: Manifest, context: Context) -> list[Manifest]:
    """The objects of a bundle whose controller makes the template of this name."""
    make = partial(_makers, manifest.bundle)
    return context.snapshot.head.once("template makers", f"{manifest.path} {manifest.form}", make).get(
        name, []
    )


def _makers(bundle: list[Manifest]) -> dict[str, list[Manifest]]:
    found: dict[str, list[Manifest]] = {}
    for other in bundle:
        for name in templates_made(other):
            found.setdefault(name.text, []).append(other)
    return found


def names_in_prose(path: str, context: Context) -> frozenset[str]:
    """Words of a file that could name an object and stand elsewhere than behind a field that does."""
    return context.snapshot.head.once("names in prose", path, partial(_spoken, path, context))


def _spoken(path: str, context: Context) -> frozenset[str]:
    text = context.snapshot.head.text(path)
    prose = NAMING.sub(" ", text.text) if text else ""
    return frozenset(word.rstrip(".-") for word in WORDS.findall(prose))


def share_namespace(one: Manifest, other: Manifest) -> bool:
    """Whether two objects may be in one namespace: the same is said, or one leaves it to `kubectl -n`."""
    spaces = {m.namespace for m in (one, other) if m.namespace}
    literal = all(m.is_literal(m.root.get("metadata", "namespace")) for m in (one, other) if m.namespace)
    return len(spaces) < 2 or not literal
