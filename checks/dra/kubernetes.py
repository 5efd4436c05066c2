"""What Kubernetes itself accepts of Dynamic Resource Allocation, as data.

Sources: `staging/src/k8s.io/api/resource/*/types.go` and `pkg/apis/resource/validation` of
kubernetes/kubernetes for limits and fields, `pkg/features/kube_features.go` and the enhancement proposals
for gates and for the releases that serve a version.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Release = tuple[int, int]


class Served(NamedTuple):
    """The first and last minor release that serve a version of resource.k8s.io; None while it goes on."""

    first: Release
    last: Release | None


class Stages(NamedTuple):
    """The minor releases in which a gate came, went on by default and became GA; None where unknown."""

    alpha: Release
    on: Release | None = None
    ga: Release | None = None


VERSIONS: Mapping[str, Served] = {
    "v1alpha1": Served((1, 26), (1, 26)),
    "v1alpha2": Served((1, 27), (1, 30)),
    "v1alpha3": Served((1, 31), (1, 31)),
    "v1beta1": Served((1, 32), (1, 37)),
    "v1beta2": Served((1, 33), (1, 38)),
    "v1": Served((1, 34), None),
}
REMOVED = frozenset({"v1alpha1", "v1alpha2", "v1alpha3"})
BETAS = frozenset({"v1beta1", "v1beta2"})
STILL_ALPHA = frozenset({"DeviceTaintRule", "DeviceTaintRuleList"})  # v1alpha3 serves these from 1.33 on

GATES: Mapping[str, Stages] = {
    "DynamicResourceAllocation": Stages((1, 26), (1, 34), (1, 34)),
    "DRAPrioritizedList": Stages((1, 33), (1, 34), (1, 36)),
    "DRAAdminAccess": Stages((1, 32), (1, 34), (1, 36)),
    "DRAResourceClaimDeviceStatus": Stages((1, 32), (1, 33), (1, 37)),
    "DRAPartitionableDevices": Stages((1, 33), (1, 36)),
    "DRAConsumableCapacity": Stages((1, 34), (1, 36)),
    "DRADeviceTaints": Stages((1, 33), (1, 36), (1, 37)),
    "DRAExtendedResource": Stages((1, 34), (1, 36), (1, 37)),
    "DRADeviceBindingConditions": Stages((1, 34), (1, 36)),
    "DRAListTypeAttributes": Stages((1, 36)),
}

OTHER_GATES = frozenset(
    {
        "DRAControlPlaneController",
        "DRADeviceTaintRules",
        "DRANodeAllocatableResources",
        "DRAResourceClaimGranularStatusAuthorization",
        "DRASchedulerFilterTimeout",
        "DRAWorkloadResourceClaims",
        "KubeletPodResourcesDynamicResources",
    }
)  # known by name alone

DEVICE_FIELDS = frozenset(
    {
        "deviceClassName",
        "selectors",
        "allocationMode",
        "count",
        "adminAccess",
        "tolerations",
        "capacity",
    }
)
MODES = ("ExactCount", "All")
REQUESTS = 32  # and as many selectors, constraints and configs
SUBREQUESTS = 8
TOLERATIONS = 16
DEVICES_IN_A_CLAIM = 32
PARAMETERS = 10_240  # bytes
DEVICES_IN_A_SLICE = 128
DEVICES_WITH_TAINTS = 64  # or with counters
STANDARD_DOMAIN = "resource.kubernetes.io"
ADMIN_LABEL = "resource.kubernetes.io/admin-access"
FORMER_ADMIN_LABEL = "resource.k8s.io/admin-access"  # 1.33 alone
DNS_LABEL = r"[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?"
QUALIFIED_NAME = r"[a-z0-9](?:[-a-z0-9.]{0,61}[a-z0-9])?/[A-Za-z_][A-Za-z0-9_]{0,31}"


def said(release: Release) -> str:
    """`1.34`."""
    return f"{release[0]}.{release[1]}"
