"""Pods tolerate the taint that their document puts on the nodes."""

from __future__ import annotations

from checks.context import Context
from checks.dra.judged import fault, is_judged, is_whole
from checks.dra.node_taints import node_taints
from checks.dra.pods import maps, pods_of, word
from checks.manifests import Manifest
from checks.rule import OPTIONAL, Found, rule


@rule(OPTIONAL, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds pods with claims that do not tolerate a taint which the same file puts on the nodes: by a
    command, in the configuration of a node beside them, or in words.

    Such a pod is not scheduled where the devices are. A toleration of the key, or of every key, passes, and
    so does an extended resource, for which admission may add the toleration. Where no taint is set, or only
    some nodes may have one, nothing is known of the nodes.

    Source: the scheduler's TaintToleration plugin.
    """
    pods = [p for p in pods_of(manifest) if p.claims]
    if not pods or not is_judged(manifest, context) or not is_whole(manifest, context):
        return
    for key, line in node_taints(manifest, context).items():
        for pod in pods:
            tolerated = {word(t, "key") for t in maps(pod.spec.get("tolerations"))}
            if not tolerated & {key, ""}:
                where = f"Line {line.line}" if line.path == manifest.path else f"`{line.path}`"
                message = f"{where} taints the nodes with `{key}`, which this pod does not tolerate."
                yield fault(manifest, pod.spec, message, context, line, about=key)
