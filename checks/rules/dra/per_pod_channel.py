"""Channels are not said to be each pod's own where they are shared."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import quoted, said_in, touched_sentences
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.prose import denies
from checks.rule import OPTIONAL, Found, rule

CLAIM = lazy(
    r"\b(?:per[- ]pod (?:IMEX )?channels?|each (?:pod|container|worker) (?:gets|has|receives) (?:its own"
    r"|a dedicated|a"
    r" separate) (?:IMEX )?channel)\b",
    re.I,
)


@rule(OPTIONAL, Document, preview=True)
def check(document: Document, context: Context) -> Found:
    """Finds sentences that give each pod an IMEX channel of its own.

    Within one isolation domain all pods share channel 0. Sentences that deny it pass. Source: the channels
    that the ComputeDomain plugin publishes.
    """
    for sentence in touched_sentences(document, context):
        if CLAIM.search(sentence.text) and not denies(sentence.text):
            message = (
                f"“{quoted(sentence.text)}” — the pods of an isolation domain share one channel; say what "
                "the "
                "channel is per."
            )
            yield said_in(document, sentence, message, context)
