"""Requested capacity is not said to be enforced."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import quoted, said_in, touched_sentences
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.prose import denies
from checks.rule import BLOCKING, Found, rule

SUBJECT = lazy(
    r"consumable (?:capacity|shares?)|ConsumableShares|ConsumableCapacity|capacity\.requests", re.I
)
CLAIM = lazy(
    r"\b(?:enforc\w+|cannot exceed|can't exceed|hard limit\w*|strictly limit\w*|(?:is|are) limited to"
    r"|never use more)\b",
    re.I,
)
ENFORCER = lazy(r"\b(?:MPS|scheduler|admission|API server|scheduling|validat\w+|webhook|gate|quota)\b", re.I)
REFUSED = lazy(r"\b(?:not|never|neither|nor|without|no)\b(?! use more| exceed)", re.I)


@rule(BLOCKING, Document)
def check(document: Document, context: Context) -> Found:
    """Finds sentences by which a share of consumable capacity is enforced on the device.

    It counts where claims are placed; nothing on the node keeps a process within it. Sentences that say
    so, or name who does enforce it, pass. Source: the consumable capacity of Kubernetes' DRA (KEP-5075).
    """
    for sentence in touched_sentences(document, context):
        text = sentence.text
        passes = ENFORCER.search(text) or REFUSED.search(text) or (denies(text) and "exceed" not in text)
        if SUBJECT.search(text) and CLAIM.search(text) and not passes and "?" not in text:
            message = (
                f"“{quoted(text)}” — consumable capacity counts for scheduling only; nothing on the node "
                "keeps a process within its share."
            )
            yield said_in(document, sentence, message, context)
