"""Settings of the device plugin are mapped to what does the same."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import quoted, said_in, touched_sentences
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.prose import denies
from checks.rule import OPTIONAL, Found, rule

REPLICAS = lazy(r"\breplicas\b", re.I)
SLICES = lazy(r"\b(?:interval|time[- ]?slic\w+|TimeSlicing\w*|timeSlicingConfig)\b", re.I)
BECOMES = lazy(
    r"\b(?:becomes?|maps? to|translates? (?:in)?to|is replaced (?:by|with)|equals|corresponds? to)\b|→|=>|->",
    re.I,
)
SHARES = lazy(r"consumable|shares?\b|capacity", re.I)
PLUGIN = lazy(r"\bdevice[- ]plugin\b|nvidia\.com/gpu|sharing\.timeSlicing", re.I)


@rule(OPTIONAL, Document, preview=True)
def check(document: Document, context: Context) -> Found:
    """Finds `replicas` of the device plugin mapped to a time-slice interval.

    `replicas` says how many pods get the device; an interval says how long each runs. What stands for
    replicas is a share of consumable capacity, or a shared claim. Source: issue 850 of the target.
    """
    if not PLUGIN.search(document.text.text):
        return
    for sentence in touched_sentences(document, context):
        text = sentence.text
        maps = REPLICAS.search(text) and SLICES.search(text) and BECOMES.search(text)
        if maps and not SHARES.search(text) and not denies(text):
            message = (
                f"“{quoted(text)}” — `replicas` says how many pods get the device, an interval how long "
                "each runs; "
                "name what carries the count."
            )
            yield said_in(document, sentence, message, context)
