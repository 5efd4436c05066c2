"""Access for administrators needs a namespace that is marked for it."""

from __future__ import annotations

from checks.context import Context
from checks.dra.applied import objects_called
from checks.dra.claims import claim_of
from checks.dra.judged import fault, is_judged, line_of
from checks.dra.kubernetes import ADMIN_LABEL, FORMER_ADMIN_LABEL
from checks.dra.pods import scalar, word
from checks.manifests import Manifest
from checks.model import Defect, Evidence
from checks.parse.text import Text
from checks.parse.yaml import Node
from checks.pattern import lazy
from checks.proofs import line_at
from checks.rule import BLOCKING, OPTIONAL, Found, rule

CREATED = lazy(r"\bkubectl\s+create\s+(?:ns|namespace)\s+([a-z0-9-]{1,63})\b")
APPLIED = lazy(
    r"\bkubectl\s+(?:-n|--namespace)[ =]([a-z0-9-]{1,63})\s+(?:apply|create)\b"
    r"|\bkubectl\s+(?:apply|create)\b[^\n]{0,200}?\s(?:-n|--namespace)[ =]([a-z0-9-]{1,63})"
)
WITH_LABEL = ("v1", "v1beta2")  # an older version may be shown for clusters that ask for no label


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds `adminAccess: true` in a claim whose namespace is created beside it, or by a command on its page,
    without the label `resource.kubernetes.io/admin-access: "true"`.

    The API server refuses such a claim. Kubernetes 1.33 alone read `resource.k8s.io/admin-access`. Pages that
    show such a claim and never speak of the label are told so too, which is optional. A namespace that is
    created elsewhere, and text that sets the label by a command, pass.

    Source: KEP-5018, and `validateDeviceRequestAdminAccess` in the claim's registry strategy.
    """
    claim = claim_of(manifest) if is_judged(manifest, context) else None
    asked = [n for r in claim.requests if (n := scalar(r.body, "adminAccess"))] if claim else []
    asked = [n for n in asked if n.plain() is True]
    text = context.snapshot.head.text(manifest.path) if asked else None
    if text is None or f"{ADMIN_LABEL}=true" in text.text:
        return
    spaces = objects_called("Namespace", manifest.namespace, manifest, context) if manifest.namespace else []
    if spaces:
        values = [word(m.root, "metadata", "labels", ADMIN_LABEL) for m in spaces]
        shown = line_of(spaces[0], spaces[0].root, context)
        if "true" not in values and (any(values) or ADMIN_LABEL not in text.text):
            yield _told(manifest, asked[0], manifest.namespace, text, context, shown)
        return
    unspoken = manifest.form == "fence" and ADMIN_LABEL.rpartition("/")[2] not in text.text
    if unspoken and claim and claim.version in WITH_LABEL:
        yield _on_page(manifest, asked[0], text, context)


def _told(
    manifest: Manifest, asked: Node, space: str, text: Text, context: Context, *more: Evidence
) -> Defect:
    former = FORMER_ADMIN_LABEL in text.text
    old = f" `{FORMER_ADMIN_LABEL}` was read by Kubernetes 1.33 alone." if former else ""
    label = f'`{ADMIN_LABEL}: "true"`'
    message = f"`adminAccess` is refused unless the namespace `{space}` is labelled {label}.{old}"
    return fault(manifest, asked, message, context, *more, about=space)


def _on_page(manifest: Manifest, asked: Node, text: Text, context: Context) -> Defect:
    """Told of a page without any word of the label: where a command makes the namespace, that is sure."""
    made = context.snapshot.head.once("namespaces made", text.path, lambda: _made(text))
    space = manifest.namespace or next((s for s in made if made[s][1]), "")
    if space in made:
        line = line_at(context.snapshot.head, manifest.path, made[space][0])
        return _told(manifest, asked, space, text, context, line)
    label = f'`{ADMIN_LABEL}: "true"`'
    message = f"`adminAccess` is refused unless its namespace is labelled {label}; say so on this page."
    return fault(manifest, asked, message, context, about="page", severity=OPTIONAL)


def _made(text: Text) -> dict[str, tuple[int, bool]]:
    """Namespaces that a command of a page creates: the line, and whether a command applies objects there."""
    applied = {one or other for one, other in APPLIED.findall(text.text)}
    return {m[1]: (text.line_at(m.start()), m[1] in applied) for m in CREATED.finditer(text.text)}
