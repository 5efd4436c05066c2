"""A rewrite of many manifests weighs the extended resource of a device class."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import quoted, said_in, touched_sentences
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.prose import denies
from checks.rule import OPTIONAL, Found, rule

REWRITE = lazy(
    r"\b(?:rewrit\w+|convert\w*|replac\w+|chang\w+|edit\w*)\b.{0,40}\b(?:all|every|each|\d{2,})\b.{0,40}"
    r"\b(?:manifests?|deployments?|workloads?|pods?|charts?)\b.{0,80}"
    r"\b(?:claims?|ResourceClaims?|ResourceClaimTemplates?)\b",
    re.I,
)
KNOWN = lazy(
    r"extendedResourceName|DRAExtendedResource|\bselectors?\b|\bCEL\b|ComputeDomain|\bshar(?:e|ed|ing)\b"
)


@rule(OPTIONAL, Document, preview=True)
def check(document: Document, context: Context) -> Found:
    """Finds plans to rewrite all manifests to claims that do not weigh `extendedResourceName`.

    From Kubernetes 1.36 a device class can serve `nvidia.com/gpu`, and manifests stay as they are. A need for
    selectors or sharing, named anywhere, changes the answer. Source: KEP-5004, DRAExtendedResource.
    """
    if KNOWN.search(document.text.text):
        return
    for sentence in touched_sentences(document, context):
        if REWRITE.search(sentence.text) and not denies(sentence.text):
            message = (
                f"“{quoted(sentence.text)}” — a device class with `extendedResourceName` (Kubernetes 1.36) "
                "serves the old resource without new claims; say what need rules that out."
            )
            yield said_in(document, sentence, message, context)
