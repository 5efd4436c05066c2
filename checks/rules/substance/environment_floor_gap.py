"""The floor names Kubernetes, driver, GPUs, fabric and upstream gates."""

from __future__ import annotations

import re

from checks.answers import answer, asked_for, document_prose, gap, goes_by_name, has_boxes, ticked
from checks.context import Context
from checks.proposal import Proposal
from checks.prose import listed, names_any, prose
from checks.rule import BLOCKING, OPTIONAL, Found, rule
from config.profile import Topic

AS_BEFORE = re.compile(
    r"\b(?:no (?:new|additional|further|change|extra|other)\b|same as|unchanged|as (?:today|before)"
    r"|(?:existing|current|driver's|project's)"
    r" (?:own )?(?:floor|requirements?|prerequisites?|minimum|support matrix)|does not (?:change|raise)"
    r"|not (?:raised|changed)|nothing (?:new|beyond))",
    re.I,
)


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Names what the environment floor leaves out, of what is relevant to this change.

    Kubernetes always; driver and GPU generations where a node component is ticked or no boxes exist; MIG,
    fabric, Fabric Manager and upstream gates where the document uses them. "As before" answers all. Where the
    section goes by another heading it is optional. Source: the template's list.
    """
    section = answer(proposal, "environment", loosely=True)
    if section is None:
        return
    text = prose(section)
    if AS_BEFORE.search(text) or any(
        b.links for b in section.all_blocks() if "prerequisit" in b.plain.casefold()
    ):
        return
    topics = context.profile.vocabulary.environment
    missing = [t.name for t in topics if _relevant(t, proposal, context) and not names_any(text, t.words)]
    if missing:
        message = f"{section.title} does not name {listed(missing, 'or')}."
        evidence = asked_for(context, "Minimum NVIDIA driver version", "Driver, GPUs")
        severity = BLOCKING if goes_by_name(proposal, "environment") else OPTIONAL
        yield gap(proposal, section, message, evidence, about=", ".join(missing), severity=severity)


def _relevant(topic: Topic, proposal: Proposal, context: Context) -> bool:
    if topic.components and has_boxes(proposal) and not ticked(proposal, context) & set(topic.components):
        return False
    return not topic.when or names_any(
        document_prose(proposal, ("alternatives", "non-goals", "environment")), topic.when
    )
