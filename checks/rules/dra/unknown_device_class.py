"""The device classes that requests name are there."""

from __future__ import annotations

from difflib import get_close_matches

from checks.context import Context
from checks.dra.applied import names_in_prose
from checks.dra.claims import claim_of
from checks.dra.classes import chart_classes, is_ours, known_class
from checks.dra.judged import fault, is_judged, line_of
from checks.dra.kubernetes import REMOVED
from checks.dra.pods import scalar
from checks.manifests import Manifest
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds a `deviceClassName` in the domain of this project's classes that no chart creates, and one that
    misspells a class of a chart.

    The claim is admitted and its pod stays Pending, for the class does not exist. Classes of other drivers
    and of administrators pass, and so does a class that is created in the same file, folder or document or
    anywhere in the change, that the text speaks of, or whose name a template makes.

    Source: the DeviceClasses in the templates of the charts at the head.
    """
    claim = claim_of(manifest)
    if claim is None or claim.version in REMOVED or not is_judged(manifest, context):
        return
    for request in claim.requests:
        node = scalar(request.body, "deviceClassName")
        if node is None or not manifest.is_literal(node) or known_class(node.text, manifest, context):
            continue
        charts = chart_classes(context.snapshot.head, context.profile)
        near = get_close_matches(node.text, sorted(charts), 1, 0.85)
        if not near and not is_ours(node.text, context):
            continue
        if not charts or node.text in names_in_prose(manifest.path, context):
            continue
        meant = f"; did you mean `{near[0]}`?" if near else "."
        message = (
            f"No chart creates the device class `{node.text}`, and nothing beside this claim does{meant}"
        )
        first = charts[near[0]] if near else next(iter(charts.values()))
        shown = line_of(first, first.root.get("metadata", "name") or first.root, context)
        yield fault(manifest, node, message, context, shown, about=f"{request.full_name} {node.text}")
