"""Objects have only fields that their API has."""

from __future__ import annotations

from difflib import get_close_matches

from checks.context import Context
from checks.dra.claims import GROUP, version_of
from checks.dra.judged import fault, is_judged
from checks.dra.kubernetes import DEVICE_FIELDS, REMOVED
from checks.dra.pods import pods_of
from checks.dra.schemas import Misfit, fields_of, unknown_fields
from checks.manifests import LEFT_OPEN, Manifest
from checks.rule import BLOCKING, Found, rule

JUDGED_ELSEWHERE = frozenset({"exactly", "resourceClassName", "parametersRef", "source", *DEVICE_FIELDS})
HOLDERS = frozenset({"DeviceRequest", "ResourceClaimSpec", "PodResourceClaim"})
MISNESTED = frozenset({("ResourceClaimTemplateSpec", "devices"), ("ResourceClaimSpec", "spec")})


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds fields of `resource.k8s.io` objects, and of objects with pods that use claims, which their API
    does not have in any release.

    `kubectl` refuses them; Helm and controllers drop them with a warning that few see. Fields that older
    versions had, and that other rules speak of, pass here, and so do objects of custom kinds, the opaque
    parameters of a driver, and keys that a template makes.

    Source: the OpenAPI schemas of the newest Kubernetes release that the package kubernetes-validate holds.
    """
    dra = manifest.api_version.startswith(GROUP)
    if not dra and not any(pod.claims for pod in pods_of(manifest)):
        return
    if version_of(manifest) in REMOVED or not is_judged(manifest, context):
        return
    for misfit in unknown_fields(manifest.root, manifest.api_version, manifest.kind):
        key = misfit.path.rpartition(".")[2]
        if LEFT_OPEN.search(key) or key == "?" or _is_judged_elsewhere(misfit, key):
            continue
        near = get_close_matches(key, fields_of(misfit.holder_name), 1, 0.8)
        hint = f"; did you mean `{near[0]}`?" if near else "."
        if misfit.holder == "DeviceClaim" and key in DEVICE_FIELDS:
            hint = "; it belongs into a request, one step further in."
        message = f"`{misfit.path}` is no field of {misfit.holder} in `{manifest.api_version}`{hint}"
        yield fault(manifest, misfit.node, message, context, about=misfit.path)


def _is_judged_elsewhere(misfit: Misfit, key: str) -> bool:
    own = misfit.holder in HOLDERS and key in JUDGED_ELSEWHERE
    return own or (misfit.holder, key) in MISNESTED
