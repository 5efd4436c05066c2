"""A slice holds as many devices as Kubernetes takes."""

from __future__ import annotations

from checks.context import Context
from checks.dra.claims import GROUP
from checks.dra.judged import fault, is_judged
from checks.dra.kubernetes import DEVICES_IN_A_SLICE, DEVICES_WITH_TAINTS
from checks.manifests import Manifest
from checks.parse.yaml import Node
from checks.rule import BLOCKING, Found, rule

COSTLY = ("taints", "consumesCounters")
LISTS = ("ints", "bools", "strings", "versions")


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds ResourceSlices with more than 128 devices, or more than 64 where one has taints, counters or
    an attribute that is a list.

    The API server refuses them; a pool with more devices is spread over several slices. Slices at the limit
    pass.

    Source: `ResourceSliceMaxDevices` and `ResourceSliceMaxDevicesWithAdvancedFeatures` in
    k8s.io/api/resource.
    """
    if manifest.kind != "ResourceSlice" or not manifest.api_version.startswith(GROUP):
        return
    devices = manifest.root.get("spec", "devices")
    if devices is None or not is_judged(manifest, context):
        return
    costly = any(_is_costly(device) for device in devices.items)
    limit = DEVICES_WITH_TAINTS if costly else DEVICES_IN_A_SLICE
    if len(devices.items) > limit:
        why = " where devices have taints, counters or lists" if costly else ""
        message = f"This slice holds {len(devices.items)} devices; Kubernetes takes at most {limit}{why}."
        yield fault(manifest, devices.items[limit], message, context, about="devices")


def _is_costly(device: Node) -> bool:
    holders = (device, device.get("basic"))  # v1beta1 has them one level deeper
    if any(h is not None and h.get(key) is not None for h in holders for key in COSTLY):
        return True
    values = (e.value for h in holders if h and (a := h.get("attributes")) for e in a.entries)
    return any(value.get(key) is not None for value in values for key in LISTS)
