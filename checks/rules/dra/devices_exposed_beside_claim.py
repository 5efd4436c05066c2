"""A container with a claim sees the devices of its claim alone."""

from __future__ import annotations

from collections.abc import Iterator

from checks.context import Context
from checks.dra.applied import claim_for
from checks.dra.classes import chart_classes
from checks.dra.judged import fault, is_judged
from checks.dra.pods import Container, Pod, maps, pods_of, word
from checks.manifests import Manifest
from checks.parse.yaml import Node
from checks.rule import OPTIONAL, Found, rule


@rule(OPTIONAL, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds containers that use a claim for this driver's devices and are shown every device all the same:
    they are `privileged`, or set the container runtime's variable for visible devices to `all`.

    What the scheduler kept apart is then open again, and two pods may use one device. Claims of other
    drivers, other values of the variable, and a runtime class alone pass.

    Source: the container runtime's own rules for such containers; the profile names the variables.
    """
    if not is_judged(manifest, context):
        return
    for pod in pods_of(manifest):
        for container in pod.containers:
            exposed = next(_exposing(container, context), None) if container.uses else None
            if exposed is not None and _uses_ours(pod, container, context):
                node, how = exposed
                message = f"{how} shows this container every device of the node, not only those of its claim."
                yield fault(manifest, node, message, context, about=f"{container.name} {how}")


def _exposing(container: Container, context: Context) -> Iterator[tuple[Node, str]]:
    for entry in maps(container.node.get("env")):
        name = word(entry, "name")
        if name in context.profile.contracts.visible_devices and word(entry, "value") == "all":
            yield entry, f"`{name}=all`"
    privileged = container.node.get("securityContext", "privileged")
    if privileged is not None and privileged.plain() is True:
        yield privileged, "`privileged: true`"


def _uses_ours(pod: Pod, container: Container, context: Context) -> bool:
    ours = chart_classes(context.snapshot.head, context.profile)
    for use in container.uses:
        listed = pod.claim(use.name.text) if use.name is not None else None
        claim = claim_for(listed, pod.manifest, context) if listed else None
        if claim is not None and any(r.class_name in ours for r in claim.requests):
            return True
    return False
