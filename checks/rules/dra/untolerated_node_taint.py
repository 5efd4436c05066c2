"""Pods tolerate the taint that their document puts on the nodes."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.judged import fault, is_judged, is_whole
from checks.dra.pods import maps, pods_of, word
from checks.manifests import Manifest
from checks.model import Evidence
from checks.rule import OPTIONAL, Found, rule

TAINT = re.compile(
    r"kubectl\s+taint\s+nodes?\s[^\n]*?\s(?P<key>[\w.-]+(?:/[\w.-]+)?)(?:=[\w.-]*)?:(?P<effect>NoSchedule|NoExecute)"
    r"(?!\S*-(?:\s|$))"
)


@rule(OPTIONAL, Manifest)
def check(manifest: Manifest, context: Context) -> Found:
    """Finds pods with claims that do not tolerate a taint which the same file sets with `kubectl taint`.

    Such a pod is not scheduled where the devices are. A toleration of the key, or of every key, passes, and
    so does an extended resource, for which admission may add the toleration. Where no taint is set, nothing
    is known of the nodes.

    Source: the scheduler's TaintToleration plugin.
    """
    text = context.snapshot.head.text(manifest.path)
    pods = [p for p in pods_of(manifest) if p.claims]
    if not pods or text is None or "taint" not in text.text or not is_judged(manifest, context):
        return
    taint = TAINT.search(text.text)
    if taint is None or not is_whole(manifest, context):
        return
    for pod in pods:
        tolerations = maps(pod.spec.get("tolerations"))
        keys = {word(t, "key") for t in tolerations}
        if taint["key"] not in keys and "" not in keys:
            line = text.line_at(taint.start())
            shown = Evidence(manifest.path, line, text.line(line).strip()[:200])
            message = f"Line {line} taints the nodes with `{taint['key']}`, which this pod does not tolerate."
            yield fault(manifest, pod.spec, message, context, shown, about=taint["key"])
