"""One allocator hands out the devices of a node."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import quoted, said_in, touched_sentences
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.prose import Sentence, denies
from checks.rule import BLOCKING, OPTIONAL, Found, rule

BOTH = lazy(
    r"\bdevice[- ]plugin\b.{0,80}\b(?:DRA driver|DRA)\b|\b(?:DRA driver|DRA)\b.{0,80}\bdevice[- ]plugin\b",
    re.I,
)
TOGETHER = lazy(
    r"\b(?:on|to) (?:the same|every|each|all) nodes?\b|\bside[- ]by[- ]side\b|\bsame GPUs?\b"
    r"|\bboth\b.{0,60}\badvertis\w+",
    re.I,
)
CHOICE = lazy(
    r"\b(?:users?|teams?|tenants?|developers?|workloads?|pods?|everybody|everyone|anyone|you)\s+"
    r"(?:may|can|could|are free to|get to)\s+(?:then\s+|still\s+|freely\s+)?"
    r"(?:use|choose|pick|request|go through|take)\b.{0,60}\b(?:either|whichever|both|any of the two)\b"
    r"|\b(?:either|whichever|both)\b.{0,60}\b(?:for choice|of their choice|(?:they|you) (?:prefer|like))\b",
    re.I,
)
DOING = lazy(
    r"\b(?:run|runs|running|keep|keeps|leave|install\w*|deploy\w*|enabl\w+|advertis\w+|use|uses)\b", re.I
)
APART = lazy(
    r"\blabels?\b|nodeSelector|\bnode pools?\b|\bcomputedomains?\b|\bdifferent nodes\b"
    r"|\bone node at a time\b|\bconflict\w*"
    r"|\bmust\b|\bshould\b|\bgpus\.enabled=false|\bdisabl\w+|\bmutually\b|\bsplit\b|\bseparate\b"
    r"|extendedResourceName",
    re.I,
)
WHY = "two allocators for the devices of one node give one device away twice; split the nodes between them."


@rule(BLOCKING, Document, preview=True)
def check(document: Document, context: Context) -> Found:
    """Finds advice to run the device plugin and this driver for the same devices on one node.

    Neither knows what the other has given away: two pods get one device. Letting users have their choice
    between the two is an optional finding, for the nodes may be split elsewhere. A split by labels or pools,
    the driver for ComputeDomains alone, and warnings pass. Source: the chart's guard
    `gpuResourcesEnabledOverride`.
    """
    for sentence in touched_sentences(document, context):
        text = sentence.text
        if denies(text) or APART.search(text) or "?" in text:
            continue
        if BOTH.search(text) and TOGETHER.search(text) and DOING.search(text):
            yield said_in(document, sentence, f"“{quoted(text)}” — {WHY}", context)
        elif CHOICE.search(text) and _is_about_both(sentence):
            yield said_in(document, sentence, f"“{quoted(text)}” — {WHY}", context, severity=OPTIONAL)


def _is_about_both(sentence: Sentence) -> bool:
    """Whether the section speaks of both allocators, and nowhere of what keeps them apart."""
    section = " ".join(b.plain for b in sentence.section.blocks if b.kind != "fence")
    return bool(BOTH.search(section)) and not APART.search(section)
