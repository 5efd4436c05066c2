"""Capacity is requested under the name that the device publishes."""

from __future__ import annotations

from checks.context import Context
from checks.dra.claims import claim_of
from checks.dra.classes import kinds_of_class, known_class
from checks.dra.judged import fault, is_judged
from checks.dra.published import DeviceKind
from checks.manifests import Manifest
from checks.proposed_names import proposes
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds keys of `capacity.requests` that no device of the request's class publishes, mostly for a domain
    put before the name.

    The key has to equal the published one to the letter; else each device is passed over and the pod stays
    pending. Classes that are not known are left alone. Source: the allocator of Kubernetes'
    dynamic-resource-allocation; the code that publishes ResourceSlices, at the head.
    """
    claim = claim_of(manifest) if is_judged(manifest, context) else None
    for request in claim.requests if claim else ():
        asked = request.body.get("capacity", "requests")
        if asked is None or not asked.entries:
            continue
        made = known_class(request.class_name, manifest, context)
        kinds = kinds_of_class(made, context) if made else []
        for entry in asked.entries if kinds else ():
            key = entry.key
            if proposes(context, manifest.path, key):
                continue
            if manifest.is_literal(entry.value) and not any(_publishes(k, key) for k in kinds):
                bare = key.rpartition("/")[2]
                right = bare if bare != key and any(_publishes(k, bare) for k in kinds) else ""
                hint = f" Write `{right}`." if right else ""
                none = f"No device of the class `{request.class_name}`"
                message = f"{none} publishes the capacity `{key[:80]}`.{hint}"
                yield fault(manifest, entry.value, message, context, about=key)


def _publishes(kind: DeviceKind, key: str) -> bool:
    domain, slash, name = key.rpartition("/")
    if slash:
        return domain != kind.driver and bool(kind.offer("capacity", domain, name))
    return "capacity" in kind.open or bool(kind.offer("capacity", kind.driver, name))
