"""A proposal's benefit is one that can be observed."""

from __future__ import annotations

import re

from checks.context import Context
from checks.dra.claimed import quoted, said_in, touched_sentences
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import denies
from checks.rule import OPTIONAL, Found, rule

BENEFIT = lazy(
    r"\b(?:better|improv\w+|higher|increas\w+|maximi[sz]\w+)\s+(?:\w+\s+){0,2}?"
    r"(?:utili[sz]ation|efficiency|throughput)\b",
    re.I,
)
OBSERVED = lazy(
    r"\d|\bmeasur\w+|\bbenchmark\w*|\bmetrics?\b|\btests?\b|\bobserv\w+|nvidia_dra_|\bDCGM\b", re.I
)


@rule(OPTIONAL, Proposal, preview=True)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds benefits such as "better utilisation" in a proposal whose section names no number, test or
    metric.

    Nobody can tell afterwards whether it came. Source: "state which applies" of the seed; the template's
    call for goals that can be tested.
    """
    for sentence in touched_sentences(proposal.document, context):
        if not BENEFIT.search(sentence.text) or denies(sentence.text):
            continue
        if not OBSERVED.search(" ".join(b.plain for b in sentence.section.blocks)):
            message = f"“{quoted(sentence.text)}” — say what number or test will show it."
            yield said_in(proposal.document, sentence, message, context)
