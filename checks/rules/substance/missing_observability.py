"""A new failure can be seen."""

from __future__ import annotations

import re

from checks.answers import answer, document_prose, said_wrong
from checks.context import Context
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import affirmed, sentences
from checks.rule import OPTIONAL, Found, rule

FAILS = lazy(
    r"\b(?:permanent error|fails? (?:prepare|permanently|the claim|closed|start\w*|to start)"
    r"|prepare (?:then |will |would )?(?:fails|rejects|returns an error)"
    r"|(?:is|are|gets?) (?:quarantined|tainted|evicted|rejected at prepare)|refuses to (?:start|prepare"
    r"|reconcile)|gives? up)\b",
    re.I,
)
SEEN = lazy(
    r"\b(?:events?|metrics?|logs?|logged|logging|conditions?|status|alerts?|messages?|reports?|reported"
    r"|surfaces?|surfaced|visible|observab\w+|telemetry|dashboards?|taints?|exit(?:s)? non-zero|error text"
    r"|reason)\b",
    re.I,
)


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a new failure in the design, in a document with no word on how anybody would see it.

    An event, metric, log line, condition or status named anywhere is enough. Source: maintainers ask for an
    event or metric with each new failure.
    """
    if SEEN.search(document_prose(proposal, ("tests", "components"))):
        return
    for sentence in sentences(answer(proposal, "design")):
        if affirmed(sentence.text, FAILS):
            message = (
                "Nothing in the document shows this failure to an operator; name the event, metric, "
                "condition or log line."
            )
            yield said_wrong(proposal, sentence, message)
            return
