"""A number that the case rests on has a source."""

from __future__ import annotations

import re

from checks.answers import answer, brief, said_wrong
from checks.context import Context
from checks.parse.markdown import Block, Section
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import sentences
from checks.rule import OPTIONAL, Found, rule

QUANTITY = lazy(
    r"(?<![\w.#-])\d[\d,.]*\s?(?:%|percent|ms|milliseconds?|µs|us|s|sec|seconds?|minutes?|min|hours?|x|×"
    r"|times|GB/s|GiB/s|Gbps|MB|GB|GiB|MiB|nodes?|GPUs?|pods?|claims?|requests|QPS|qps|writes)(?!\w)",
    re.I,
)
FOUND = lazy(
    r"\b(?:measur(?:ed|ements?)|benchmark(?:ed|s)?|observed|profil(?:ed|ing)|we (?:saw|found|see|measured)"
    r"|was dominated|were dominated"
    r"|dropped|improved by|reduced by|reduces|cut by|grew|took|takes about|takes up to|takes around"
    r"|experiments? show\w*|tests? show\w*|in practice|faster|slower|p9[0-9]|latency (?:was|is|of)"
    r"|on average)\b",
    re.I,
)
OURS = lazy(r"\bwe (?:have )?(?:measured|benchmarked|profiled)\b", re.I)
NOW = lazy(r"\btakes (?:only |just |about |less than |under )?\d+\.\d+\s?(?:m?s|seconds?|minutes?)\b", re.I)
INTENT = lazy(
    r"\b(?:goal|target|at most|at least|no more than|within|must|should|budget|threshold|limit|expect\w*"
    r"|would|will|could|need(?:s)? to|wants?|want to|asked|asks|require\w*|example|e\.g\.|for instance|say"
    r"|assum\w+|up to|if)\b",
    re.I,
)
SOURCE = lazy(
    r"https?://|#\d+|\bGH-\d+|\b(?:see|appendix|data|source|according to|reported (?:in|by)|issue|PR"
    r"|spec(?:ification)?|datasheet|documentation|(?:in|on|across) our (?:own )?\w+)\b|\b\w+/[\w./-]+",
    re.I,
)


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds measured numbers with no link, issue or file beside them, in the summary, motivation, risks,
    drawbacks or alternatives.

    A decision that rests on a measurement needs its data. A source in the same paragraph, or in the one
    after it, is enough; targets, thresholds and examples are no measurements. Source: the review invariant
    not to invent measured results.
    """
    for purpose in ("summary", "motivation", "risks", "drawbacks", "alternatives"):
        for sentence in sentences(answer(proposal, purpose)):
            if proposal.process.purpose(sentence.section.title) in ("goals", "non-goals"):
                continue
            if _measures(sentence.text) and not _sourced(sentence.block, sentence.section):
                message = (
                    f"“{brief(sentence.text)}” gives a measured number without its source; link the data or "
                    f"say how it was measured."
                )
                yield said_wrong(proposal, sentence, message)


def _measures(text: str) -> bool:
    if not QUANTITY.search(text):
        return False
    return bool(OURS.search(text) or ((FOUND.search(text) or NOW.search(text)) and not INTENT.search(text)))


def _sourced(block: Block, section: Section) -> bool:
    at = section.blocks.index(block)
    beside = section.blocks[max(at - 1, 0) : at + 2]
    return any(
        b.links or SOURCE.search(b.plain) or b.kind in ("table", "fence") for b in (block, *beside[-1:])
    )
