"""Manifests for claims on this driver, with the steps to verify them, to move over and to go back."""

from __future__ import annotations

from checks.chart import charts, objects
from checks.context import Context
from checks.drafts.known import unknown


def draft(context: Context) -> str:
    """Fixtures over the device classes that the chart at the head makes, with the steps around them.

    Hardware and workloads are not known from a change, so they stay placeholders. Source: the DRA design
    prompt's seven tasks.
    """
    classes = _classes(context)
    whole = classes[0] if classes else "CLASS"
    part = next((c for c in classes if c.startswith("mig.")), None)
    pieces = [
        _decision(),
        "### Whole device\n\n" + _template("whole-device", _request("device", whole)),
        "### Fraction\n\n"
        + (_template("fraction", _request("slice", part)) if part else unknown("a partition class")),
        "### Several devices\n\n" + _template("several-devices", _request("devices", whole, 2)),
        "### A pod that uses one\n\n" + _pod(),
        _steps(),
    ]
    return "\n\n".join(pieces)


def _classes(context: Context) -> list[str]:
    """Names of the chart's device classes, plain ones first."""
    found = {
        made.name
        for chart in charts(context.snapshot.head, context.profile)
        for made in objects(context.snapshot.head, chart.templates)
        if made.kind == "DeviceClass" and "{{" not in made.name
    }
    return sorted((c for c in found if "compute-domain" not in c), key=lambda c: (c.count("."), c))


def _decision() -> str:
    return f"""## DRA for {unknown("hardware and workload")}

**DRA or device plugin.** If every workload takes whole, identical devices by count, the device plugin is the
smaller option. DRA earns its keep with one of: selection by attribute, devices that belong together, sharing,
partitions on demand. The need here: {unknown("the one need that decides")}"""


def _request(name: str, device_class: str, count: int = 1) -> str:
    return f"""      - name: {name}
        exactly:
          deviceClassName: {device_class}
          allocationMode: ExactCount
          count: {count}"""


def _template(name: str, request: str) -> str:
    return f"""```yaml
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata:
  name: {name}
spec:
  spec:
    devices:
      requests:
{request}
```"""


def _pod() -> str:
    return """```yaml
apiVersion: v1
kind: Pod
metadata:
  name: whole-device
spec:
  restartPolicy: Never
  containers:
  - name: workload
    image: registry.k8s.io/pause:3.10
    resources:
      claims:
      - name: device
  resourceClaims:
  - name: device
    resourceClaimTemplateName: whole-device
```"""


def _steps() -> str:
    return f"""### Verify

1. `kubectl get resourceslices` lists devices of every node that has the driver.
2. `kubectl get resourceclaims -o wide` shows the claim allocated and reserved.
3. A pod that stays pending says why in its events; a failed preparation is `FailedPrepareDynamicResources`.

### Move over, one class of workload at a time

1. Split the nodes by label: the device plugin on one part, the driver on the other, never both on one node.
2. Move {unknown("the first class of workload")}; watch pending pods and preparation errors.
3. Isolation: time-slicing shares memory and faults, MPS shares one fault domain, MIG partitions both.

### Roll back

1. Drain the nodes and delete the pods, until no claim is allocated.
2. Only then disable the driver there, switch the device plugin on, and uncordon."""
