"""Time-slicing is not said to divide or protect memory."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import CONTRAST, quoted, said_in, touched_sentences
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.prose import denies
from checks.rule import BLOCKING, Found, rule

SLICING = lazy(r"\btime[- ]?slic(?:e[sd]?|ing)\b", re.I)
OTHERS = lazy(r"\b(?:MIG|MPS|consumable)\b", re.I)
CLAIM = lazy(
    r"\b(?:isolat\w+|protect\w+|partition(?:s|ed|ing)?|limit(?:s|ed)?|caps?|capped|reserv\w+"
    r"|guarantee[sd]?|divid\w+"
    r"|splits?)\s+(?:\w+\s+){0,3}?(?:GPU\s+)?(?:memory|faults?|crash\w*)\b"
    r"|\b(?:half|a third|a quarter|an equal share|its own share|a share) of the (?:GPU\s+|device\s+)?memory\b"
    r"|\b(?:memory|fault) isolation\b",
    re.I,
)


@rule(BLOCKING, Document)
def check(document: Document, context: Context) -> Found:
    """Finds sentences by which time-slicing isolates, caps or divides memory, or keeps faults apart.

    It sets how long each context runs, and nothing else: all of them see the whole memory, and a fault may
    end all. Sentences that deny it, compare it with other ways of sharing, or ask, pass. Source: the CUDA
    compute modes and time-slice setting that the driver sets.
    """
    for sentence in touched_sentences(document, context):
        text = sentence.text
        if not SLICING.search(text) or denies(text) or OTHERS.search(text) or CONTRAST.search(text):
            continue
        if CLAIM.search(text) and not text.rstrip().endswith("?"):
            message = (
                f"“{quoted(text)}” — time-slicing sets how long each process runs; it neither caps memory "
                "nor "
                "keeps faults apart."
            )
            yield said_in(document, sentence, message, context)
