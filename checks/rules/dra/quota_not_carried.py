"""Quota moves with the resource that it counts."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import is_about_dra, said_in, touched_sentences
from checks.parse.markdown import Document
from checks.rule import OPTIONAL, Found, rule

QUOTA = re.compile(r"requests\.[\w.-]+/\w+|\bResourceQuotas?\b")
MOVE = re.compile(r"\bmigrat(?:e|ing|ion)\b", re.I)
CARRIED = re.compile(r"deviceclass\.resource\.k8s\.io|resourceclaims\.resource\.k8s\.io|count/resourceclaims")


@rule(OPTIONAL, Document, preview=True)
def check(document: Document, context: Context) -> Found:
    """Finds a migration that speaks of the quota of the extended resource and not of that of claims.

    A quota on `requests.nvidia.com/gpu` does not count claims: after the move tenants have none. Source:
    the quota of device classes in Kubernetes (`<class>.deviceclass.resource.k8s.io/devices`).
    """
    if (
        not is_about_dra(document)
        or not MOVE.search(document.text.text)
        or CARRIED.search(document.text.text)
    ):
        return
    for sentence in touched_sentences(document, context):
        if QUOTA.search(sentence.text):
            message = (
                "This quota does not count claims; name the one that does "
                "(`<class>.deviceclass.resource.k8s.io/devices`)."
            )
            yield said_in(document, sentence, message, context, about="quota")
            return
