"""Each plugin publishes the slices of its node; the controller does not."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import quoted, said_in, touched_sentences
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import denies
from checks.rule import OPTIONAL, Found, rule

WRITES = lazy(
    r"\b(?:controller|daemon|webhook|operator)s?\b.{0,40}"
    r"\b(?:publish(?:es)?|writes?|creates?|updates?|maintains?)\b.{0,40}"
    r"(?:\b(?:node|per-node|each node's|every node's|node-local) ResourceSlices?\b"
    r"|\bResourceSlices? (?:of|for) (?:each|every|the|all|other|another) nodes?\b)",
    re.I,
)
SHARED = lazy(r"\bnodeSelector\b|\ballNodes\b|\bnetwork[- ]attached\b", re.I)


@rule(OPTIONAL, Proposal, preview=True)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds proposals in which a controller, daemon or webhook writes the ResourceSlices of nodes.

    The kubelet deletes the slices of a node whose plugin is gone, and the chart's admission policy ties a
    slice with `nodeName` to who runs on that node. Pools with `nodeSelector` or `allNodes`, and sentences
    that deny it, pass.

    Source: the chart's ValidatingAdmissionPolicy on ResourceSlices; KEP-4381.
    """
    for sentence in touched_sentences(proposal.document, context):
        text = sentence.text
        if WRITES.search(text) and not denies(text) and not SHARED.search(text):
            message = (
                f"“{quoted(text)}” — the slices of a node are its plugin's; for devices of several nodes "
                "there are pools with `nodeSelector`."
            )
            yield said_in(proposal.document, sentence, message, context)
