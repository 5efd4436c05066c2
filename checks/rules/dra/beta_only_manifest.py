"""New manifests are there in the version that stays."""

from __future__ import annotations

from checks.context import Context
from checks.dra.applied import applied_with
from checks.dra.claims import GROUP, version_of
from checks.dra.judged import fault, is_judged
from checks.dra.kubernetes import BETAS, VERSIONS, said
from checks.dra.versions import projects_floor
from checks.manifests import Manifest
from checks.rule import OPTIONAL, Found, rule


@rule(OPTIONAL, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds new files with `resource.k8s.io` objects in a beta version alone, where the project's floor
    already serves `v1`.

    Beta versions are off by default and go away, so the manifest works on few clusters and not for long. A
    copy in `v1`, in the same file or folder or in the folder `v1` beside that of the beta, passes, and so do
    edits of manifests that were there before.

    Source: the releases that serve a version, and the project's page of requirements.
    """
    change = context.snapshot.changed(manifest.path)
    version = version_of(manifest)
    if version not in BETAS or change is None or change.status != "A" or not is_judged(manifest, context):
        return
    floor = projects_floor(context)
    if floor is None or floor.release < VERSIONS["v1"].first:
        return
    twin = "/".join("v1" if part == version else part for part in manifest.path.split("/"))
    beside = applied_with(manifest, context)
    if twin != manifest.path and context.snapshot.head.exists(twin):
        return
    if any(version_of(m) == "v1" and m.kind == manifest.kind for m in beside):
        return
    node = manifest.root.get("apiVersion") or manifest.root
    message = (
        f"This is new and in `{GROUP}{version}` alone; from Kubernetes {said(VERSIONS['v1'].first)}, "
        "which the "
        "the driver needs, `v1` is served and betas are off by default."
    )
    yield fault(manifest, node, message, context, floor.evidence, about=version)
