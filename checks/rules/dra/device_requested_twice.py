"""A container asks for its device in one way."""

from __future__ import annotations

from collections.abc import Iterator

from checks.context import Context
from checks.dra.applied import claim_for
from checks.dra.classes import extended_resource, known_class
from checks.dra.judged import fault, is_judged
from checks.dra.pods import Container, Pod, pods_of
from checks.manifests import Manifest
from checks.parse.yaml import Entry
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds containers that ask for an extended resource and use a claim for a device of the class that
    serves this resource, such as `nvidia.com/gpu` beside a claim of `gpu.nvidia.com`.

    Each of the two takes a device of its own, be it from a device plugin or from the class's
    `extendedResourceName`; where there is only one, the pod stays Pending. An extended resource alone, other
    resources, and claims of other classes, such as a channel of a ComputeDomain, pass.

    Source: KEP-5004, and the DeviceClasses of the charts at the head.
    """
    if not is_judged(manifest, context):
        return
    for pod in pods_of(manifest):
        for container in pod.containers:
            served = _served(pod, container, context) if container.uses else {}
            for entry in _resources(container):
                if entry.key in served:
                    message = (
                        f"`{entry.key}` and the claim of class `{served[entry.key]}` each take a device; "
                        "keep the one that is meant."
                    )
                    yield fault(
                        manifest, entry.value, message, context, about=f"{container.name} {entry.key}"
                    )
                    break


def _resources(container: Container) -> Iterator[Entry]:
    for part in ("limits", "requests"):
        node = container.node.get("resources", part)
        yield from (e for e in node.entries if e.value.text != "0") if node is not None else ()


def _served(pod: Pod, container: Container, context: Context) -> dict[str, str]:
    """Extended resources that the classes of a container's claims serve, each with its class."""
    found = {}
    for use in container.uses:
        listed = pod.claim(use.name.text) if use.name is not None else None
        claim = claim_for(listed, pod.manifest, context) if listed else None
        wanted = use.request.text if use.request is not None else ""
        for request in claim.requests if claim else ():
            made = known_class(request.class_name, pod.manifest, context)
            resource = extended_resource(made) if made else ""
            if resource and wanted in ("", request.parent or request.name):
                found[resource] = request.class_name
    return found
