"""Quota moves with the resource that it counts."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import is_about_dra, said_in, touched_sentences
from checks.parse.markdown import Document, Section
from checks.pattern import lazy
from checks.prose import Sentence
from checks.rule import OPTIONAL, Found, rule

OLD = r"\b(?:extended resources?|device[- ]plugin|nvidia\.com/gpu|GPUs?)\b"
QUOTA = lazy(
    r"\brequests\.[\w-]+\.[\w.-]+/\w+"
    rf"|\b(?:Resource)?Quotas?\b.{{0,80}}{OLD}|{OLD}.{{0,80}}\b(?:Resource)?Quotas?\b",
    re.I,
)
MOVE = lazy(r"\bmigrat(?:e|ing|ion)\b", re.I)
CARRIED = lazy(r"deviceclass\.resource\.k8s\.io|resourceclaims\.resource\.k8s\.io|count/resourceclaims")


@rule(OPTIONAL, Document, preview=True)
def check(document: Document, context: Context) -> Found:
    """Finds a migration that speaks of the quota of the extended resource and not of that of claims.

    A quota on `requests.nvidia.com/gpu` does not count claims: after the move tenants have none. Quotas
    that are spoken of elsewhere pass. Source: the quota of device classes in Kubernetes
    (`<class>.deviceclass.resource.k8s.io/devices`).
    """
    if (
        not is_about_dra(document)
        or not MOVE.search(document.text.text)
        or CARRIED.search(document.text.text)
    ):
        return
    for sentence in touched_sentences(document, context):
        if QUOTA.search(sentence.text) and _is_in_migration(sentence):
            message = (
                "This quota does not count claims; name the one that does "
                "(`<class>.deviceclass.resource.k8s.io/devices`)."
            )
            yield said_in(document, sentence, message, context, about="quota")
            return


def _is_in_migration(sentence: Sentence) -> bool:
    """Whether the sentence, or a heading that it stands below, is about the move."""
    section: Section | None = sentence.section
    while section is not None:
        if MOVE.search(section.title):
            return True
        section = section.parent
    return bool(MOVE.search(sentence.text))
