"""Access for administrators needs a namespace that is marked for it."""

from __future__ import annotations

from checks.context import Context
from checks.dra.applied import objects_called
from checks.dra.claims import claim_of
from checks.dra.judged import fault, is_judged, line_of
from checks.dra.kubernetes import ADMIN_LABEL, FORMER_ADMIN_LABEL
from checks.dra.pods import scalar
from checks.manifests import Manifest
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds `adminAccess: true` in a claim whose namespace is created beside it without the label
    `resource.kubernetes.io/admin-access: "true"`.

    The API server refuses such a claim. Kubernetes 1.33 alone read `resource.k8s.io/admin-access`. A
    namespace that is created elsewhere, and text that sets the label by a command, pass.

    Source: KEP-5018, and `validateDeviceRequestAdminAccess` in the claim's registry strategy.
    """
    claim = claim_of(manifest)
    if claim is None or not manifest.namespace or not is_judged(manifest, context):
        return
    asked = [n for r in claim.requests if (n := scalar(r.body, "adminAccess")) and n.plain() is True]
    if not asked:
        return
    spaces = objects_called("Namespace", manifest.namespace, manifest, context)
    text = context.snapshot.head.text(manifest.path)
    if not spaces or not text or ADMIN_LABEL in text.text:
        return
    labels = [m.root.get("metadata", "labels", ADMIN_LABEL) for m in spaces]
    if not any(label is not None for label in labels):
        former = FORMER_ADMIN_LABEL in text.text
        old = f" `{FORMER_ADMIN_LABEL}` was read by Kubernetes 1.33 alone." if former else ""
        message = (
            f"`adminAccess` is refused unless the namespace `{manifest.namespace}` is labelled "
            f'`{ADMIN_LABEL}: "true"`.{old}'
        )
        yield fault(
            manifest,
            asked[0],
            message,
            context,
            line_of(spaces[0], spaces[0].root, context),
            about=manifest.namespace,
        )
