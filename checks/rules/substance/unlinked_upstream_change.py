"""What the scheduler or the kubelet would have to do is asked of Kubernetes, with a link."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.answers import asked_for, said_wrong
from checks.context import Context
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import Sentence, denies, sentences
from checks.rule import OPTIONAL, Found, rule

WHO = r"(?:kube-scheduler|scheduler|kubelet)(?:'s)?"
WANTED = lazy(
    r"\bscheduler (?:itself )?(?:should|must|shall|needs? to|has to|will have to|would have to)\b.{0,30}"
    r"\b(?:score|rank|prefer|weigh|pack|bin-?pack|preempt|spread|favou?r)\b"
    rf"|\b(?:teach|extend|change|modify|patch)(?:es|s|ing)? (?:the )?{WHO}"
    r"|\b(?:new|custom|additional|own) (?:(?:kube-)?scheduler )?(?:scoring|score plugin|scheduling policy)\b"
    r"|\b(?:new|custom|additional|own) (?:kube-)?scheduler (?:plugin|extension|policy|logic|hook)\b"
    rf"|\bchanges? (?:to|in) (?:the )?{WHO}",
    re.I,
)
LINKED = lazy(
    r"\bKEP[- ]?\d|\bKEPs?\b|kubernetes/(?:kubernetes|enhancements)|\bk/(?:k|e)#"
    r"|\bsigs?[-\s](?:node|scheduling)\b|\bupstream (?:issue|discussion|proposal|work|PR|change)",
    re.I,
)
PLACES = ("summary", "goals", "proposal", "design")
APART = ("non-goals", "alternatives", "risks", "drawbacks", "layer", "environment")


@rule(OPTIONAL, Proposal, preview=True)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a proposal that wants something new of the scheduler or the kubelet, and links nothing of it.

    No driver can make the scheduler score: the gap is upstream, and the work here waits for it. A KEP, an
    issue of Kubernetes, or a word of the work there, anywhere in the document, is enough.

    Source: the template: if any part requires an upstream Kubernetes change, link the blocking issue.
    """
    if LINKED.search(proposal.document.text.text):
        return
    for sentence in _design(proposal):
        if WANTED.search(sentence.text) and not denies(sentence.text):
            message = (
                "This asks for a change of Kubernetes itself; link its KEP or issue, or say how the driver "
                "does without it."
            )
            asked = asked_for(context, "link the", "upstream Kubernetes change")
            yield said_wrong(proposal, sentence, message, asked)
            return


def _design(proposal: Proposal) -> Iterator[Sentence]:
    """The sentences of what is proposed, touched by the change, those that set something apart left out."""
    apart = {s.line for p in APART if (top := proposal.section(p)) for s in top.walk()}
    seen: set[int] = set()
    for purpose in PLACES:
        for sentence in sentences(proposal.section(purpose)):
            fresh = sentence.section.line not in apart and sentence.line not in seen
            if fresh and proposal.touches(sentence.line, sentence.end_line):
                seen.add(sentence.line)
                yield sentence
