"""Pods tolerate the taint that their document puts on the nodes."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.judged import fault, is_judged, is_whole
from checks.dra.pods import maps, pods_of, word
from checks.manifests import Manifest
from checks.model import Evidence
from checks.rule import OPTIONAL, Found, rule

LONGEST = 1_000  # characters of a line that shows a command
TAINT = re.compile(
    r"\bkubectl\s{1,9}taint\s{1,9}nodes?\s[^\n]{0,300}?\s(?P<key>[\w.-]{1,99}(?:/[\w.-]{1,99})?)(?:=[\w.-]{0,99})?"
    r":(?:NoSchedule|NoExecute)(?![\w-])"
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
    tainting = (n for n, li in enumerate(text.lines, 1) if "taint" in li and len(li) < LONGEST)
    line = next((n for n in tainting if TAINT.search(text.line(n))), 0)
    taint = TAINT.search(text.line(line))
    if taint is None or not is_whole(manifest, context):
        return
    for pod in pods:
        tolerations = maps(pod.spec.get("tolerations"))
        keys = {word(t, "key") for t in tolerations}
        if taint["key"] not in keys and "" not in keys:
            shown = Evidence(manifest.path, line, text.line(line).strip()[:200])
            message = f"Line {line} taints the nodes with `{taint['key']}`, which this pod does not tolerate."
            yield fault(manifest, pod.spec, message, context, shown, about=taint["key"])
