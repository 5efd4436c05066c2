"""What a text says of an upstream gate's releases is so."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.kubernetes import GATES, Release, Stages, said
from checks.model import Defect
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.proofs import line_at
from checks.prose import denies, sentences
from checks.rule import OPTIONAL, Found, rule

GATE = lazy(rf"\b(?:{'|'.join(sorted(GATES, key=len, reverse=True))})\b")
IN = r"\s*(?:in|since|from|as of|with|at)\s+(?:Kubernetes\s+)?v?1\.(?P<minor>\d{2})\b"
ON = lazy(rf"\b(?:on|enabled) by default{IN}", re.I)
GA = lazy(rf"\b(?:GA|generally available|stable){IN}", re.I)
ALPHA = lazy(rf"\balpha{IN}", re.I)


@rule(OPTIONAL, Document)
def check(document: Document, context: Context) -> Found:
    """Finds sentences that say of one upstream gate that it is alpha, on by default, or GA in a release in
    which it is not.

    A reader who trusts it finds a field dropped in silence. Sentences that speak of several gates or several
    releases, or that deny it, pass.

    Source: `pkg/features/kube_features.go` of kubernetes/kubernetes.
    """
    change = context.snapshot.changed(document.path)
    if change is None or "DRA" not in document.text.text:
        return
    for sentence in sentences(document.top):
        gates = set(GATE.findall(sentence.text))
        if len(gates) != 1 or denies(sentence.text):
            continue
        gate = gates.pop()
        wrong = _wrong(sentence.text, GATES[gate])
        if wrong and change.touches_head(sentence.line, sentence.end_line):
            yield Defect(
                path=document.path,
                line=sentence.line,
                message=f"`{gate}` {wrong}.",
                section=sentence.section.title,
                anchor=sentence.section.title,
                text=f"{gate} {wrong}",
                evidence=(line_at(context.snapshot.head, document.path, sentence.line),),
            )


def _wrong(text: str, stages: Stages) -> str:
    """What is so instead, or nothing."""
    for pattern, real, words in (
        (ON, stages.on, "is on by default only from"),
        (GA, stages.ga, "is GA only from"),
    ):
        release = _release(pattern, text)
        if release and real and release < real:
            return f"{words} Kubernetes {said(real)}"
    release = _release(ALPHA, text)
    return f"came as alpha in Kubernetes {said(stages.alpha)}" if release and release < stages.alpha else ""


def _release(pattern: re.Pattern[str], text: str) -> Release | None:
    found = pattern.findall(text)
    return (1, int(found[0])) if len(found) == 1 else None
