"""Devices that newly cost more in a slice that holds all of a node's."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.dra.kubernetes import DEVICES_IN_A_SLICE, DEVICES_WITH_TAINTS
from checks.dra.publishing import publishing
from checks.model import Defect, Fact
from checks.packages import folder_of, packages_of
from checks.proofs import at_fact, line_at
from checks.rule import OPTIONAL, rule
from checks.snapshot import Source

LISTS = ("IntValues:", "StringValues:", "BoolValues:", "VersionValues:")
TAINTS = ("DeviceTaint{",)


@rule(OPTIONAL, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """Devices are newly given taints, or an attribute that is a list, by a plugin that puts all devices of a
    node into one slice.

    A slice holds 128 devices, and 64 once one of them has either: a node with 16 GPUs of seven MIG devices
    each publishes nothing any more.

    Left alone: plugins that make a slice for each GPU, and those whose devices had either before.

    Source: `ResourceSliceMaxDevicesWithAdvancedFeatures` in k8s.io/api/resource.
    """
    told: set[str] = set()
    for fact in (*context.facts.of("behavior-changed"), *context.facts.of("device-attribute-*")):
        folder = folder_of(fact.path)
        if folder in told or not _costs(fact) or _cost_before(context.snapshot.base, folder):
            continue
        crowded = publishing(context.snapshot.head, folder).crowded
        if crowded:
            told.add(folder)
            body = crowded[0]
            message = (
                f"From here on a slice holds {DEVICES_WITH_TAINTS} devices, not {DEVICES_IN_A_SLICE}, and "
                f"`{body.function.name}` puts all of a node's into one. Split them, or say how many a node "
                "may have."
            )
            proof = line_at(context.snapshot.head, body.file.path, body.function.line)
            yield at_fact(fact, context, message, proof, about="slice limit")


def _costs(fact: Fact) -> bool:
    if fact.kind == "behavior-changed":
        return fact.traits.get("aspect") == "device-taints"
    return fact.kind in ("device-attribute-added", "device-attribute-retyped") and (
        "list" in (fact.after or fact.detail)
    )


def _cost_before(base: Source, folder: str) -> bool:
    packages = packages_of(base)
    return any(True for _ in packages.mentioning(folder, *LISTS, *TAINTS))
