"""Lists and parameters no longer than Kubernetes takes."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from checks.context import Context
from checks.dra.claims import Claim, claim_of, is_class
from checks.dra.judged import fault, is_judged
from checks.dra.kubernetes import PARAMETERS, REQUESTS, SUBREQUESTS, TOLERATIONS
from checks.manifests import Manifest
from checks.model import Defect
from checks.parse.yaml import Node
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds more than 8 subrequests of `firstAvailable`, more than 32 selectors, constraints or configs, more
    than 16 tolerations, and opaque parameters of more than 10 KiB.

    The API server refuses each of them. At the limit itself everything passes.

    Source: the constants `FirstAvailableDeviceRequestMaxSize`, `DeviceSelectorsMaxSize`,
    `DeviceConfigMaxSize`, `DeviceConstraintsMaxSize` and `OpaqueParametersMaxLength` in k8s.io/api/resource.
    """
    if not is_judged(manifest, context):
        return
    claim = claim_of(manifest)
    if claim is not None:
        yield from _in_claim(claim, context)
    elif is_class(manifest):
        spec = manifest.root.get("spec")
        for key in ("selectors", "config"):
            yield from _too_many(manifest, spec, key, REQUESTS, context)
        yield from _parameters(manifest, spec, context)


def _in_claim(claim: Claim, context: Context) -> Iterator[Defect]:
    manifest = claim.manifest
    for key in ("constraints", "config"):
        yield from _too_many(manifest, claim.devices, key, REQUESTS, context)
    for entry in claim.entries:
        yield from _too_many(manifest, entry, "firstAvailable", SUBREQUESTS, context)
    for request in claim.requests:
        yield from _too_many(manifest, request.body, "selectors", REQUESTS, context)
        yield from _too_many(manifest, request.body, "tolerations", TOLERATIONS, context)
    yield from _parameters(manifest, claim.devices, context)


def _too_many(
    manifest: Manifest, holder: Node | None, key: str, limit: int, context: Context
) -> Iterator[Defect]:
    node = holder.get(key) if holder is not None else None
    if node is not None and len(node.items) > limit:
        message = f"`{key}` holds {len(node.items)} entries; Kubernetes takes at most {limit}."
        yield fault(manifest, node.items[limit], message, context, about=f"{key} {limit}")


def _parameters(manifest: Manifest, holder: Node | None, context: Context) -> Iterator[Defect]:
    configs = holder.get("config") if holder is not None else None
    for config in configs.items[:REQUESTS] if configs is not None else []:
        node = config.get("opaque", "parameters")
        if node is None or node.kind != "map" or node.size < PARAMETERS // 1000:
            continue
        size = len(msgspec.json.encode(node.plain()))
        if size > PARAMETERS:
            message = f"These parameters are {size:,} bytes of JSON; Kubernetes takes at most {PARAMETERS:,}."
            yield fault(manifest, node, message, context, about="parameters")
