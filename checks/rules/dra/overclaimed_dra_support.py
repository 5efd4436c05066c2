"""What works with claims only in part is said with its limits."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import quoted, said_in, touched_sentences
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.prose import denies
from checks.rule import OPTIONAL, Found, rule

CLAIMS = lazy(
    r"\b(?:autoscaler|Karpenter)\b.{0,40}\b(?:adds?|scales?|provisions?|creates?)\b.{0,60}"
    r"\b(?:claims?|ResourceClaims?|DRA)\b"
    r"|\b(?:scheduler|Kubernetes) preempts?\b.{0,60}\b(?:claims?|DRA devices?)\b"
    r"|\bKueue\b.{0,40}\b(?:counts?|enforces?|supports?)\b.{0,60}"
    r"\b(?:firstAvailable|allocationMode: All|every ResourceClaim)",
    re.I,
)
LIMITS = lazy(
    r"\d\.\d|\bKEP|\bpartial\w*|\bexperimental|\balpha\b|\bbeta\b|\blimit\w*|\bonly\b|\bmay\b|\bif\b", re.I
)


@rule(OPTIONAL, Document, preview=True)
def check(document: Document, context: Context) -> Found:
    """Finds sentences by which autoscalers add nodes for claims, the scheduler preempts for them, or quota
    counts each of them, without a version or a limit.

    Each of these works in part. A version, a proposal's number or a limit in the sentence is enough.
    Source: KEP-5690 and the issues of Karpenter and Kueue about DRA.
    """
    for sentence in touched_sentences(document, context):
        text = sentence.text
        if CLAIMS.search(text) and not LIMITS.search(text) and not denies(text):
            message = f"“{quoted(text)}” — this works for claims in part; name the version and the limits."
            yield said_in(document, sentence, message, context)
