"""`distinctAttribute` needs a gate that older releases have off."""

from __future__ import annotations

from checks.context import Context
from checks.dra.constraints import DISTINCT, MATCH, constraints_of
from checks.dra.judged import fault
from checks.dra.kubernetes import GATES, said
from checks.dra.pods import scalar
from checks.dra.versions import floor_for, names_gate
from checks.manifests import Manifest
from checks.rule import BLOCKING, OPTIONAL, Found, rule

GATE = "DRAConsumableCapacity"


@rule(BLOCKING, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds `distinctAttribute` where the stated Kubernetes floor is below 1.36 and the gate
    `DRAConsumableCapacity` is not named, and `distinctAttribute` beside `matchAttribute`.

    The gate is off by default before 1.36, and the field is then dropped without a word; of both fields only
    `matchAttribute` is used. Where only the project's own page states such a floor, it is optional. A file or
    document that names the gate passes, and so does one that no floor is known for.

    Source: KEP-5075, and `pkg/features/kube_features.go`.
    """
    for constraint in constraints_of(manifest, context):
        distinct = scalar(constraint.node, DISTINCT)
        if distinct is None:
            continue
        if constraint.key == MATCH:
            message = "Of `matchAttribute` and `distinctAttribute` in one constraint only the first is used."
            yield fault(manifest, distinct, message, context, about="both")
            continue
        floor, on = floor_for(manifest, context), GATES[GATE].on
        if floor is None or on is None or floor.release >= on or names_gate(manifest, GATE, context):
            continue
        message = (
            f"`distinctAttribute` needs the gate `{GATE}`, off by default before Kubernetes {said(on)}; "
            f"the floor is {said(floor.release)}. Name the gate, or raise the floor."
        )
        severity = None if floor.evidence.path == manifest.path else OPTIONAL
        yield fault(manifest, distinct, message, context, floor.evidence, about="gate", severity=severity)
