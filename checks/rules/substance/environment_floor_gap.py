"""The floor names Kubernetes, driver, GPUs, fabric and upstream gates."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checks.answers import answer, asked_for, document_prose, gap, goes_by_name, has_boxes, ticked
from checks.context import Context
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import Sentence, listed, names_any, prose, sentences
from checks.rule import BLOCKING, OPTIONAL, Found, rule
from config.profile import Floor, Topic

AS_BEFORE = lazy(
    r"\b(?:no (?:new|additional|further|change|extra|other)\b|same as|unchanged|as (?:today|before)"
    r"|(?:existing|current|driver's|project's)"
    r" (?:own )?(?:floor|requirements?|prerequisites?|minimum|support matrix)|does not (?:change|raise)"
    r"|not (?:raised|changed)|nothing (?:new|beyond))",
    re.I,
)
NOT_IN = lazy(r"\bnon-", re.I)  # "in non-MIG mode" speaks of MIG
VERSION = lazy(r"(?<!\w)[vrR]?\d")  # `1.34`, `v565`, `R570`, and no `H100`
VAGUE = lazy(r"\b(?:recent|latest|newest|modern|up[- ]to[- ]date|(?:new|recent) enough)\b", re.I)


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Names what the environment floor leaves out, of what is relevant to this change.

    Kubernetes always; driver and GPU generations where a node component is ticked or no boxes exist; MIG,
    fabric, Fabric Manager and upstream gates where the document uses them. "As before" answers all, "recent"
    without a number nothing. Where the section goes by another heading it is optional. Source: the
    template's list.
    """
    section = answer(proposal, "environment", loosely=True)
    if section is None:
        return
    text = prose(section)
    if AS_BEFORE.search(text) or any(
        b.links for b in section.all_blocks() if "prerequisit" in b.plain.casefold()
    ):
        return
    vocabulary = context.profile.vocabulary
    named = NOT_IN.sub("", text)
    vague = {f.name for f in vocabulary.floors if _is_vague(sentences(section), f)}
    missing = [
        t.name
        for t in vocabulary.environment
        if _relevant(t, proposal, context) and (t.floor in vague or not names_any(named, t.words))
    ]
    if missing:
        message = f"{section.title} does not name {listed(missing, 'or')}."
        evidence = asked_for(context, "Minimum NVIDIA driver version", "Driver, GPUs")
        severity = BLOCKING if goes_by_name(proposal, "environment") else OPTIONAL
        yield gap(proposal, section, message, evidence, about=", ".join(missing), severity=severity)


def _is_vague(said: Iterable[Sentence], floor: Floor) -> bool:
    """Whether a version is only ever called recent and the like, never given as a number."""
    spoken = [s.text for s in said if names_any(s.text, floor.words)]
    return any(map(VAGUE.search, spoken)) and not any(map(VERSION.search, spoken))


def _relevant(topic: Topic, proposal: Proposal, context: Context) -> bool:
    if topic.components and has_boxes(proposal) and not ticked(proposal, context) & set(topic.components):
        return False
    return not topic.when or names_any(
        document_prose(proposal, ("alternatives", "non-goals", "environment")), topic.when
    )
