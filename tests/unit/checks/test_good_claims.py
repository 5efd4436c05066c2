"""Claims of every sort that work: no rule about them has anything to say."""

from __future__ import annotations

import textwrap
import time

import pytest

from checks.engine import prepare
from checks.looks import KINDS
from checks.registry import rules_of
from checks.rules.dra import applies
from checks.snapshot import Snapshot
from checks.subject import Subject
from config.load import shipped
from tests.cases import add_fixture, snapshot_of

PROFILE = shipped("dra-driver-nvidia-gpu")
PATH = "demo/claim.yaml"
GOOD = {
    "whole": "requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]",
    "a part": """\
        requests:
        - name: mig
          exactly:
            deviceClassName: mig.nvidia.com
            selectors:
            - cel: {expression: "device.attributes['gpu.nvidia.com'].profile == '2g.20gb'"}
        """,
    "a share of the memory": """\
        requests:
        - name: gpu
          exactly: {deviceClassName: gpu.nvidia.com, capacity: {requests: {memory: 8Gi}}}
        """,
    "two parts of one device": """\
        requests:
        - {name: left, exactly: {deviceClassName: mig.nvidia.com}}
        - {name: right, exactly: {deviceClassName: mig.nvidia.com}}
        constraints:
        - {requests: [left, right], matchAttribute: gpu.nvidia.com/parentUUID}
        """,
    "one or the other": """\
        requests:
        - name: gpu
          firstAvailable:
          - {name: whole, deviceClassName: gpu.nvidia.com}
          - {name: part, deviceClassName: mig.nvidia.com}
        """,
}
POD = """
apiVersion: v1
kind: Pod
metadata: {name: user}
spec:
  containers:
  - name: main
    image: ubuntu
    resources: {claims: [{name: devices}]}
  resourceClaims:
  - {name: devices, resourceClaimTemplateName: made}
"""


def template(devices: str) -> str:
    """A template with these devices, and a pod that uses it."""
    inner = textwrap.indent(textwrap.dedent(devices), " " * 6)
    head = "apiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: made}\n"
    return f"{head}spec:\n  spec:\n    devices:\n{inner}\n---{POD}"


def change(text: str, path: str = PATH) -> Snapshot:
    """A change that adds one file to a project with a driver."""
    base: dict[str, str] = {}
    add_fixture("driver", base, {})
    return snapshot_of(base, {**base, path: text})


def said(snapshot: Snapshot) -> list[str]:
    """What all rules about such material say."""
    context = prepare(snapshot, PROFILE, Subject())
    assert applies(context)
    return [
        f"{rule.name}: {found}"
        for rule in rules_of("dra")
        for thing in KINDS[rule.looks_at.__name__](context)
        for found in rule.check(thing, context)
    ]


@pytest.mark.parametrize("name", GOOD)
def test_a_good_claim_is_left_alone(name: str) -> None:
    assert said(change(template(GOOD[name]))) == []


@pytest.mark.parametrize("name", GOOD)
def test_a_good_claim_in_a_document_is_left_alone(name: str) -> None:
    assert said(change(f"# Run\n\n```yaml\n{template(GOOD[name])}```\n", "docs/run.md")) == []


def test_a_bad_claim_is_not() -> None:
    assert said(change(template(GOOD["whole"]).replace("gpu.nvidia.com", "imex.nvidia.com")))


HOSTILE = {
    "many documents": template(GOOD["whole"]) + "\n---\n" + "\n---\n".join([POD] * 400),
    "many requests": template("requests:\n" + "- {name: a, exactly: {deviceClassName: b}}\n" * 3_000),
    "many constraints": template(
        GOOD["whole"]
        + "\nconstraints:\n"
        + "- {requests: [a, b], matchAttribute: gpu.nvidia.com/uuid}\n" * 2_000
    ),
    "many containers": template(GOOD["whole"])
    + "".join(f"  - {{name: c{n}, resourceClaimTemplateName: made}}\n" for n in range(3_000)),
    "a deep object": template(GOOD["whole"])
    + "---\nkind: A\napiVersion: b/c\nspec: "
    + "{a: " * 900
    + "1"
    + "}" * 900,
    "a bomb of aliases": "a: &a [x, x]\n"
    + "".join(
        f"b{n}: &b{n} [*{'a' if not n else f'b{n - 1}'}, *{'a' if not n else f'b{n - 1}'}]\n"
        for n in range(40)
    ),
    "long names": template(GOOD["whole"]).replace("made", "m" * 100_000),
    "one long line": template(GOOD["whole"]) + "# " + "kubectl taint nodes a " * 15_000,
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("form", ["file", "document"])
def test_a_hostile_manifest_costs_seconds_at_most(name: str, form: str) -> None:
    text, path = HOSTILE[name], PATH
    if form == "document":
        text, path = f"# Run\n\n```yaml\n{text}\n```\n", "docs/run.md"
    started = time.monotonic()
    said(change(text, path))
    assert time.monotonic() - started < 10
