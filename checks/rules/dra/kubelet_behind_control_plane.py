"""An upgrade says how kubelets follow the control plane."""

from __future__ import annotations

import re

from checks.context import Context
from checks.model import Defect
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.proofs import line_at
from checks.prose import denies, sentences
from checks.rule import OPTIONAL, Found, rule

NUMBER = r"v?1\.(\d{2})"
KUBELET = rf"kubelets?\b[^.;]{{0,25}}?\b{NUMBER}|{NUMBER}\s+kubelets?\b"
PLANE = r"(?:control[ -]plane|API server|apiserver)"
CONTROL = rf"{PLANE}\b[^.;]{{0,25}}?\b{NUMBER}|{NUMBER}\s+{PLANE}"
BEHIND = lazy(rf"(?P<k>{KUBELET})", re.I), lazy(rf"(?P<c>{CONTROL})", re.I)
ORDER = lazy(r"drain|upgrade (?:the )?(?:kubelets?|nodes?|control)|first|skew|order|unsupported|fail", re.I)


@rule(OPTIONAL, Document)
def check(document: Document, context: Context) -> Found:
    """Finds text that runs kubelets of an older release than the control plane, and says nothing of how
    their nodes are drained or upgraded.

    A kubelet asks the API server for claims in the version that it knows, and talks to plugins in the
    interface of its own release, so claims may not be prepared while the two differ. Sentences about the
    order, the skew or the failure pass.

    Source: the version skew policy of Kubernetes, and the kubelet's DRA plugin interface.
    """
    change = context.snapshot.changed(document.path)
    if change is None or "kubelet" not in document.text.text:
        return
    for sentence in sentences(document.top):
        kubelet, control = (p.search(sentence.text) for p in BEHIND)
        if kubelet is None or control is None or ORDER.search(sentence.text) or denies(sentence.text):
            continue
        older, newer = (int(next(g for g in m.groups()[1:] if g)) for m in (kubelet, control))
        if older < newer and change.touches_head(sentence.line, sentence.end_line):
            yield Defect(
                path=document.path,
                line=sentence.line,
                message=f"Kubelets of 1.{older} under a control plane of 1.{newer} may not prepare "
                "claims; say in "
                "say in which order nodes are drained and upgraded.",
                section=sentence.section.title,
                anchor=sentence.section.title,
                text=f"1.{older} 1.{newer}",
                evidence=(line_at(context.snapshot.head, document.path, sentence.line),),
            )
