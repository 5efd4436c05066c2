"""What MIG isolates is said with what it leaves shared."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import quoted, said_in, touched_sentences
from checks.parse.markdown import Document
from checks.pattern import lazy
from checks.prose import denies
from checks.rule import OPTIONAL, Found, rule

MIG = lazy(r"\bMIG\b|Multi-Instance GPU")
CLAIM = lazy(
    r"\b(?:full(?:y)?|complete(?:ly)?|total(?:ly)?|perfect(?:ly)?"
    r"|absolute(?:ly)?)\s+(?:hardware[- ])?isolat\w+",
    re.I,
)
CAVEAT = lazy(
    r"\b(?:PCIe|host driver|kernel driver|driver is shared|shared (?:bus|driver)|reset\w*|fragment\w*|idle"
    r"|drain\w*"
    r"|profile placement|noisy)\b",
    re.I,
)


@rule(OPTIONAL, Document, preview=True)
def check(document: Document, context: Context) -> Found:
    """Finds the claim that MIG isolates fully, in a document that names nothing of what stays shared.

    Memory and processors are apart; the bus, the host's driver and a reset of the device are not, and a
    change of profiles asks for an idle device. One such word anywhere is enough. Source: NVIDIA's MIG user
    guide.
    """
    if CAVEAT.search(document.text.text):
        return
    for sentence in touched_sentences(document, context):
        if MIG.search(sentence.text) and CLAIM.search(sentence.text) and not denies(sentence.text):
            message = (
                f"“{quoted(sentence.text)}” — MIG keeps memory and processors apart; say what stays shared "
                "(bus, host driver, device reset)."
            )
            yield said_in(document, sentence, message, context)
