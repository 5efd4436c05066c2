"""Versions and fields of Dynamic Resource Allocation that no supported release serves."""

from __future__ import annotations

from collections.abc import Iterator

from checks.context import Context
from checks.dra.claims import GROUP, claim_of, version_of
from checks.dra.judged import fault, is_judged, is_written
from checks.dra.kubernetes import REMOVED, STILL_ALPHA, VERSIONS, Release, said
from checks.dra.pods import pods_of
from checks.dra.versions import built_for
from checks.manifests import Manifest
from checks.model import Defect
from checks.parse.yaml import Node
from checks.rule import BLOCKING, OPTIONAL, Found, rule

LAST_ALPHA = VERSIONS["v1alpha2"].last  # the last release with claims of the old form


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds objects of `resource.k8s.io/v1alpha1`, `v1alpha2` or `v1alpha3`, and the fields that went with
    them: `resourceClassName` and `parametersRef` of a claim, `source` of a pod's claim.

    A cluster of a release that this driver supports refuses them, or drops the field without a word. What
    stood there before is optional to mend.

    `DeviceTaintRule` is still served as v1alpha3 and passes, and so does text that only speaks of an old
    version, and a project that itself builds on the libraries of a release that served it.

    Source: the removal notes of Kubernetes 1.31 and 1.32.
    """
    if not is_judged(manifest, context):
        return
    version = version_of(manifest)
    if version in REMOVED and manifest.kind not in STILL_ALPHA:
        last = VERSIONS[version].last
        message = (
            f"Kubernetes {said(last) if last else ''} was the last release to serve `{GROUP}{version}`; "
            f"write this as `{GROUP}v1`, where requests name a device class."
        )
        if not _serves(last, context):
            node = manifest.root.get("apiVersion") or manifest.root
            yield _fault(manifest, node, message, context, version)
    elif not _serves(LAST_ALPHA, context):
        yield from _in_claim(manifest, context)
        yield from _in_pods(manifest, context)


def _serves(last: Release | None, context: Context) -> bool:
    """Whether the release that the project builds on is not beyond the last one to take the old form."""
    built = built_for(context)
    return built is not None and last is not None and built <= last


def _fault(manifest: Manifest, node: Node, message: str, context: Context, about: str) -> Defect:
    severity = None if is_written(manifest, node, context) else OPTIONAL
    return fault(manifest, node, message, context, about=about, severity=severity)


def _in_claim(manifest: Manifest, context: Context) -> Iterator[Defect]:
    claim = claim_of(manifest)
    for key in ("resourceClassName", "parametersRef"):
        node = claim.spec.get(key) if claim and claim.spec else None
        if node is not None:
            message = (
                f"`{key}` went with v1alpha2; a claim lists `devices.requests` that name a device class."
            )
            yield _fault(manifest, node, message, context, key)


def _in_pods(manifest: Manifest, context: Context) -> Iterator[Defect]:
    for pod in pods_of(manifest):
        old = [claim for claim in pod.claims if claim.node.get("source") is not None]
        if old:
            message = (
                "`source:` went with Kubernetes 1.31; `resourceClaimName` or `resourceClaimTemplateName` "
                "stands right beside the claim's name."
            )
            yield _fault(manifest, old[0].node, message, context, "source")
