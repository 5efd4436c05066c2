"""MPS is not said to be a boundary between tenants."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import CONTRAST, quoted, said_in, touched_sentences
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.prose import denies
from checks.rule import BLOCKING, Found, rule

MPS = lazy(r"\bMPS\b|Multi-Process Service", re.I)
OTHERS = lazy(r"\bMIG\b", re.I)
CLAIM = lazy(
    r"\b(?:isolates?|isolating|protects?|separates?|secures?)\s+(?:\w+\s+){0,3}?(?:tenants?|users?"
    r"|customers?|faults?"
    r"|crash\w*|workloads? from each other)\b"
    r"|\b(?:security|tenant|fault|full|complete|strong|hardware) (?:isolation|boundary)\b"
    r"|\bisolation between tenants\b",
    re.I,
)
LIMITED = lazy(r"\b(?:only|limited|one fault domain|same fault domain|caveat|except|but)\b", re.I)


@rule(BLOCKING, Document)
def check(document: Document, context: Context) -> Found:
    """Finds sentences by which MPS isolates tenants, or is a boundary of security or faults.

    It limits threads and memory of clients that share one server: a fault of one may end the others.
    Sentences that deny it, limit it, or compare it with MIG pass. Source: NVIDIA's documentation of
    the Multi-Process Service.
    """
    for sentence in touched_sentences(document, context):
        text = sentence.text
        passes = denies(text) or OTHERS.search(text) or CONTRAST.search(text) or LIMITED.search(text)
        if MPS.search(text) and CLAIM.search(text) and not passes and not text.rstrip().endswith("?"):
            message = (
                f"“{quoted(text)}” — MPS clients of one device share a server and a fault domain; it sets "
                "limits and is no boundary between tenants."
            )
            yield said_in(document, sentence, message, context)
