"""Requests are called by names that Kubernetes takes, each once."""

from __future__ import annotations

from collections.abc import Iterator

from checks.context import Context
from checks.dra.claims import claim_of
from checks.dra.judged import fault, is_judged, is_whole
from checks.dra.kubernetes import DNS_LABEL, REQUESTS
from checks.dra.pods import maps, pods_of, scalar
from checks.manifests import Manifest
from checks.model import Defect
from checks.parse.yaml import Node
from checks.pattern import lazy
from checks.rule import BLOCKING, Found, rule

LABEL = lazy(DNS_LABEL)


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds names of requests, subrequests and of a pod's claims that are no DNS label, that stand twice in
    one list, or that are missing, and lists of more than 32 requests.

    A label has small letters, digits and hyphens, begins and ends with a letter or digit, and is no longer
    than 63 characters. Names of objects may hold dots and are not meant. Names that a template makes pass.

    Source: `validateRequestNames` and `ValidatePodSpec` in Kubernetes' validation.
    """
    if not is_judged(manifest, context):
        return
    claim = claim_of(manifest)
    if claim is not None:
        yield from _in_list(manifest, claim.entries, "request", context)
        for entry in claim.entries:
            yield from _in_list(manifest, maps(entry.get("firstAvailable")), "subrequest", context)
        if claim.devices is not None and len(claim.entries) > REQUESTS:
            message = f"{len(claim.entries)} requests stand here; a claim takes at most {REQUESTS}."
            yield fault(manifest, claim.entries[REQUESTS], message, context, about="requests")
    for pod in pods_of(manifest):
        yield from _in_list(manifest, [c.node for c in pod.claims], "claim of a pod", context)


def _in_list(manifest: Manifest, nodes: list[Node], what: str, context: Context) -> Iterator[Defect]:
    seen: set[str] = set()
    for node in nodes[: 2 * REQUESTS]:
        name = scalar(node, "name")
        if name is None:
            if node.kind == "map" and is_whole(manifest, context):
                yield fault(manifest, node, f"A {what} needs a name.", context, about=f"{what} nameless")
        elif not manifest.is_literal(name):
            continue
        elif not LABEL.fullmatch(name.text):
            message = (
                f"`{name.text[:80]}` cannot name a {what}: small letters, digits and hyphens, at most 63 of "
                "them, with a letter or digit at both ends."
            )
            yield fault(manifest, name, message, context, about=f"{what} {name.text[:80]}")
        elif name.text in seen:
            message = f"Two of one list are called `{name.text}`; each {what} needs a name of its own."
            yield fault(manifest, name, message, context, about=f"{what} twice {name.text}")
        seen.add(name.text if name else "")
