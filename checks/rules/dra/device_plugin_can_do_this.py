"""What the device plugin does is not said to need DRA."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import quoted, said_in, touched_sentences
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.rule import OPTIONAL, Found, rule

THERE = r"(?:MIG|time[- ]slicing|MPS|CDI|GPU sharing)"
ONLY = lazy(
    rf"\bonly (?:with )?DRA (?:can|supports?|offers?|allows?|provides?|enables?"
    rf"|makes?)\b.{{0,40}}?\b(?P<a>{THERE})"
    rf"|\bdevice[- ]plugin (?:cannot|can't|can not|does not|doesn't) (?:support|do|offer|use|provide"
    rf"|handle)\b"
    rf".{{0,30}}?\b(?P<b>{THERE})",
    re.I,
)
MORE = lazy(
    r"\bdynamic\w*|on[- ]demand|per[- ]claim|per[- ]pod|\bmixed\b|at run ?time|\bacross\b|\bselector"
    r"|without (?:a )?restart"
    r"|\bDynamicMIG\b|reconfigur",
    re.I,
)


@rule(OPTIONAL, Document)
def check(document: Document, context: Context) -> Found:
    """Finds sentences by which only DRA gives MIG, time-slicing, MPS or CDI.

    The device plugin has them, by profile, replicas and node. What it lacks is the dynamic and the
    per-claim form; a sentence that says so passes. Source: the configuration of NVIDIA's
    k8s-device-plugin.
    """
    for sentence in touched_sentences(document, context):
        found = ONLY.search(sentence.text)
        if found and not MORE.search(sentence.text):
            what = found["a"] or found["b"]
            message = (
                f"“{quoted(sentence.text)}” — the device plugin has {what} too; say what of it only a "
                "claim gives "
                "(such as dynamic, or per claim)."
            )
            yield said_in(document, sentence, message, context)
