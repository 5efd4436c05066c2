"""The same model does not mean a link between two devices."""

from __future__ import annotations

import re

from checks.context import Context
from checks.model import Defect
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.proofs import line_at
from checks.prose import denies, sentences
from checks.rule import OPTIONAL, Found, rule

MODEL = lazy(r"productName|same (?:product|model)", re.I)
LINK = lazy(r"NVLink|NVSwitch|P2P|peer[- ]to[- ]peer|fabric partition|connected", re.I)
TOPOLOGY = lazy(r"partition|pcie|numa|clique|topolog", re.I)
FOLLOWS = lazy(
    r"\b(?:ensures?|guarantees?|makes? sure|means?|so that|implies|gives?|gets?|selects?|picks?)\b|⇒|=>|→",
    re.I,
)


@rule(OPTIONAL, Document)
def check(document: Document, context: Context) -> Found:
    """Finds sentences that conclude from a match on `productName` that the devices are linked.

    Two devices of one model may hang on different switches or belong to different partitions. A match on an
    attribute of the partition or of the PCIe root, and sentences that say so themselves, pass.

    Source: `matchAttribute` in k8s.io/api/resource: it compares the attribute and nothing else.
    """
    change = context.snapshot.changed(document.path)
    if change is None or "productName" not in document.text.text:
        return
    for sentence in sentences(document.top):
        text = sentence.text
        if TOPOLOGY.search(text) or denies(text):
            continue
        concludes = (
            MODEL.search(text) and LINK.search(text) and FOLLOWS.search(text) and "match" in text.casefold()
        )
        if concludes and change.touches_head(sentence.line, sentence.end_line):
            yield Defect(
                path=document.path,
                line=sentence.line,
                message="A match on the product only gives devices of one model; whether they are linked "
                "shows in "
                "shows in a partition or topology attribute.",
                section=sentence.section.title,
                anchor=sentence.section.title,
                text="productName",
                evidence=(line_at(context.snapshot.head, document.path, sentence.line),),
            )
