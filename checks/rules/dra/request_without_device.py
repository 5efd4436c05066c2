"""A request says exactly once what it asks for."""

from __future__ import annotations

from checks.context import Context
from checks.dra.claims import FLAT_VERSIONS, NESTED_VERSIONS, claim_of
from checks.dra.judged import fault, is_judged, is_whole
from checks.dra.kubernetes import DEVICE_FIELDS, REMOVED, REQUESTS
from checks.dra.pods import maps, word
from checks.manifests import Manifest
from checks.parse.yaml import Node
from checks.rule import BLOCKING, Found, rule


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds requests that name no device class, and requests that ask twice: with `firstAvailable` and with
    `exactly` (in v1beta1 with `deviceClassName`).

    The API server refuses both: "exactly one of `exactly` or `firstAvailable` is required". An empty list of
    requests is legal and passes here; so does what a template or a script fills in, and a request whose field
    slipped out of it: that is told as a field out of place.

    Source: `validateDeviceRequest` in pkg/apis/resource/validation.
    """
    claim = claim_of(manifest)
    if claim is None or not claim.version or claim.version in REMOVED or not is_judged(manifest, context):
        return
    if _slipped_out(manifest):
        return
    whole = is_whole(manifest, context)
    for entry in claim.entries[:REQUESTS]:
        message = _wrong(entry, claim.version, whole)
        if message and entry.kind == "map":
            yield fault(manifest, entry, message, context, about=f"request {word(entry, 'name')}")


def _slipped_out(manifest: Manifest) -> bool:
    """Whether a request's field stands beside the list of requests."""
    devices = manifest.root.get("spec", "spec", "devices") or manifest.root.get("spec", "devices")
    return bool(devices and devices.get("requests") and any(e.key in DEVICE_FIELDS for e in devices.entries))


def _wrong(entry: Node, version: str, whole: bool) -> str:
    either = entry.get("firstAvailable") is not None
    one = entry.get("exactly" if version in NESTED_VERSIONS else "deviceClassName") is not None
    if either and one:
        name = "exactly" if version in NESTED_VERSIONS else "deviceClassName"
        return f"A request has `{name}` or `firstAvailable`, not both."
    if not whole or (not one and any(e.key in DEVICE_FIELDS | {"exactly"} for e in entry.entries)):
        return _flat(entry) if whole and version in FLAT_VERSIONS and not either and not one else ""
    if not either and not one:
        wanted = (
            "`exactly:` with a `deviceClassName`" if version in NESTED_VERSIONS else "a `deviceClassName`"
        )
        return f"This request asks for nothing; it needs {wanted}, or `firstAvailable:`."
    asked = maps(entry.get("firstAvailable")) if either else [entry.get("exactly") or entry]
    if any(node.kind == "map" and not word(node, "deviceClassName") for node in asked):
        return "A request needs a `deviceClassName`."
    return ""


def _flat(entry: Node) -> str:
    return "A request needs a `deviceClassName`." if entry.get("exactly") is None else ""
