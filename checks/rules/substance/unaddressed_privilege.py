"""New rights and mounts are discussed."""

from __future__ import annotations

import re

from checks.answers import answer, asked_for, said_wrong, touched
from checks.context import Context
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import Sentence, affirmed, prose, sentences, terms
from checks.rule import OPTIONAL, Found, rule

DEED = lazy(
    r"\b(?:adds?|adding|new|needs?|requires?|runs? (?:as|in|with)|mounts?|grants?|gains?|uses?|sets?"
    r"|creates?|with|(?:start|launch|deploy|creat|run)\w* as)\b",
    re.I,
)
DISCUSSED = lazy(
    r"\b(?:privileg\w*|securit\w*|permission\w*|RBAC|least|trust\w*|attack\w*|escalat\w*|blast radius"
    r"|mounts?|rights?|isolat\w*|read-only|hostPath|host path|admin access|sandbox\w*|tenant\w*)\b",
    re.I,
)
SECURITY = lazy(r"\b(?:securit|privileg|permission|rbac|admission)\w*", re.I)


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds a design that takes new rights or host paths, where risks and security sections say nothing of
    them.

    The plugins run close to the host already; each step closer is asked about. Source: "privilege surface"
    among the template's risks.
    """
    words = terms(context.profile.vocabulary.privileges)
    discussed = [s for s in proposal.document.sections() if SECURITY.search(s.title)]
    risks = proposal.section("risks")
    if risks is None or DISCUSSED.search(prose(risks, *discussed, proposal.section("drawbacks"))):
        return
    for sentence in sentences(answer(proposal, "proposal"), answer(proposal, "design")):
        found = None if _plans_tests(proposal, sentence) else affirmed(sentence.text, words)
        if found and DEED.search(sentence.text) and touched(proposal, sentence.section):
            message = (
                f"The design takes {found[0]}, and {risks.title} does not say why it is safe or what limits "
                f"it."
            )
            yield said_wrong(
                proposal, sentence, message, asked_for(context, "Privilege surface", "privileges")
            )
            return


def _plans_tests(proposal: Proposal, sentence: Sentence) -> bool:
    plan = proposal.section("tests")
    return plan is not None and any(sentence.section is part for part in plan.walk())
