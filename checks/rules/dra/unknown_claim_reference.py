"""The claims that a pod names are there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import islice

from checks.context import Context
from checks.dra.applied import applied_with, names_in_prose, objects_called, share_namespace, templates_made
from checks.dra.claims import CLAIM, GROUP, TEMPLATE
from checks.dra.judged import fault, is_judged, line_of
from checks.dra.pods import pods_of
from checks.dra.undefined import stands_nowhere_else
from checks.manifests import Manifest, manifests_in, may_hold_manifests
from checks.model import Defect
from checks.parse.yaml import Node
from checks.pattern import lazy
from checks.rule import BLOCKING, Found, rule
from checks.snapshot import Change

ELSEWHERE = lazy(
    r"#.*\b(?:created?|defined|applied|provided|generated|comes?|exists?|see|from|first|before)\b", re.I
)
NAME = lazy(r"[A-Za-z0-9][\w.-]*")
MOST = 100  # objects of one file that a name is compared with, and names of one change that lead nowhere
FIELDS = {CLAIM: "resourceClaimName", TEMPLATE: "resourceClaimTemplateName"}


@rule(BLOCKING, Context)
def check(context: Context, _: Context) -> Found:
    """Finds pods and pod templates whose `resourceClaimName` or `resourceClaimTemplateName` names an object
    of the other kind, one in another namespace, one that this change takes away, a misspelt one, or one of
    which no word stands anywhere while another of its kind is defined beside the pod.

    Such a pod stays Pending: a claim or template is looked up by name in the pod's own namespace.

    What may be elsewhere passes: a template that the controller of a custom object makes
    (`resourceClaimTemplate.name`), an object of another file in the same folder, a name that the text or a
    comment speaks of, one that a template fills in, and objects without a namespace, which take that of the
    command. In a document a name that stands outside the object passes, and what another section defines does
    not count. Where the file defines no such object, a name that nothing comes close to passes as well.

    Source: `ResourceClaimName` and `ResourceClaimTemplateName` in k8s.io/api/core/v1.
    """
    yield from islice(_found(context), MOST)


def _found(context: Context) -> Iterator[Defect]:
    for manifest in context.manifests:
        for kind, name in _named(manifest, context):
            yield from _judge(manifest, kind, name, context)
    for manifest in _left_alone(context):
        for kind, name in _named(manifest, context):
            if _was_there(manifest, kind, name.text, context):
                yield from _judge(manifest, kind, name, context)


def _named(manifest: Manifest, context: Context) -> Iterator[tuple[str, Node]]:
    """What the claims of its pods name."""
    pods = pods_of(manifest)
    if pods and is_judged(manifest, context):
        sources = (claim.source for pod in pods for claim in pod.claims)
        yield from (source for source in sources if source and manifest.is_literal(source[1]))


def _left_alone(context: Context) -> Iterator[Manifest]:
    """Objects that the change does not touch, in files that it edits."""
    for change in context.snapshot.changes:
        path = change.new_path
        if not path or not change.old_path or change.binary or not may_hold_manifests(path):
            continue
        text = context.snapshot.head.text(path)
        if text is not None and any(field in text.text for field in FIELDS.values()):
            for manifest in manifests_in(context.snapshot.head, path):
                if not change.touches_head(manifest.root.line, manifest.root.end_line):
                    yield manifest


def _judge(manifest: Manifest, kind: str, name: Node, context: Context) -> Iterator[Defect]:
    same = objects_called(kind, name.text, manifest, context)
    if same:
        if not any(share_namespace(manifest, m) for m in same):
            other = same[0]
            message = (
                f"`{name.text}` is in the namespace `{other.namespace}`, this pod in `{manifest.namespace}`; "
                "a pod finds only what is in its own."
            )
            root = other.root.get("metadata", "namespace") or other.root
            yield fault(manifest, name, message, context, line_of(other, root, context), about=name.text)
        return
    message = _missing(manifest, kind, name, context)
    if message and not _is_elsewhere(manifest, name, context):
        yield fault(manifest, name, message, context, about=name.text)


def _missing(manifest: Manifest, kind: str, name: Node, context: Context) -> str:
    """What is wrong with a name that no object has, or nothing where it may well be right."""
    claims = (m for m in manifest.bundle if m.kind in FIELDS and m.api_version.startswith(GROUP))
    near = [m for m in islice(claims, MOST) if share_namespace(manifest, m)]
    other = next((m for m in near if m.name == name.text), None)
    if other is not None:
        return f"`{name.text}` is a {other.kind}; name it as `{FIELDS[other.kind]}`."
    if _was_there(manifest, kind, name.text, context):
        return f"This change takes the {kind} `{name.text}` away, and this pod still names it."
    if manifest.form == "fence" and _is_named_beyond(manifest, name, context):
        return ""
    defined = sorted({m.name for m in near if m.kind == kind and m.name})
    alike = get_close_matches(name.text, defined, 1, 0.8)
    if alike:
        return f"There is no {kind} `{name.text}`; `{alike[0]}` is defined here."
    together = manifest.form != "fence" or any(m.said_before == manifest.said_before for m in near)
    if defined and together and stands_nowhere_else(name.text, manifest.path, context.snapshot.head):
        here = f"`{defined[0]}` is defined here"
        return f"There is no {kind} `{name.text}`: nothing else speaks of it, and {here}."
    return ""


def _is_named_beyond(manifest: Manifest, name: Node, context: Context) -> bool:
    """Whether a document has the name outside the object too, and so means it."""
    text = context.snapshot.head.text(manifest.path)
    if text is None:
        return False
    written = context.snapshot.head.once(
        "names in file", manifest.path, lambda: Counter(NAME.findall(text.text))
    )
    inside = NAME.findall(text.between(manifest.root.line, manifest.root.end_line))
    return bool(written[name.text] > inside.count(name.text))


def _was_there(manifest: Manifest, kind: str, name: str, context: Context) -> bool:
    change = context.snapshot.changed(manifest.path)
    if change is None or change.old_path is None or change.status == "A":
        return False
    if any(m.kind == kind and m.name == name for m in context.manifests):
        return False
    before = context.snapshot.base.once("claims before", change.old_path, lambda: _claims(context, change))
    return (kind, name) in before


def _claims(context: Context, change: Change) -> frozenset[tuple[str, str]]:
    objects = manifests_in(context.snapshot.base, change.old_path) if change.old_path else []
    return frozenset((m.kind, m.name) for m in objects if m.kind in FIELDS)


def _is_elsewhere(manifest: Manifest, name: Node, context: Context) -> bool:
    made = [n for m in applied_with(manifest, context) for n in templates_made(m)]
    if any(not manifest.is_literal(n) or n.text == name.text for n in made):
        return True
    text = context.snapshot.head.text(manifest.path)
    if text is None or ELSEWHERE.search(text.line(name.line)):
        return True
    if name.text in names_in_prose(manifest.path, context):
        return True
    named = [m.root.get("metadata", "name") for m in islice(manifest.bundle, MOST) if m.kind in FIELDS]
    return any(node is not None and not manifest.is_literal(node) for node in named)
