"""One state object has one writer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.answers import answer, asked_for, brief, said_wrong
from checks.context import Context
from checks.model import Question
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import denies, sentences, terms
from checks.rule import BLOCKING, Found, rule
from checks.rules.substance.ownership import WRITES, Claim, claims, component_words

MAY_BE = lazy(r"\b(?:either|whichever|one of)\b", re.I)
SHARED = lazy(
    rf"\b(?:both|all|any|either)(?: of)?(?: the)?(?: two)? (?:components?|binaries|processes|sides?|parties"
    rf"|them|plugins?)"
    rf" (?:(?:can|may|will|would|each|also) )*(?:{WRITES})\b"
    rf"|\b(?:jointly|collaboratively|collectively|cooperatively) (?:{WRITES})\b",
    re.I,
)
APART = lazy(
    r"\b(?:different|separate|respective\w*|distinct|disjoint|own|its|each|while|whereas|only)\b|;", re.I
)


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds two components that are said to write the same object, and asks which one does.

    Two writers race and undo each other. Found where one sentence lets two components write ("both the
    controller and the daemon update it", "both components may"), or two sentences give one object to
    different writers. "Either A or B writes it" becomes a named decision. Writers of different parts pass.
    Source: the template's warning about state that is split.
    """
    section = answer(proposal, "state-owner")
    if section is None:
        return
    evidence = asked_for(context, "state split across", "Which one component")
    shared = next((s for s in sentences(section) if _is_shared(s.text)), None)
    if shared:
        message = "Several components write this state; name the one that does, and let the others ask it."
        yield said_wrong(proposal, shared, message, evidence)
    for sentence in sentences(section):
        actors = _joint(sentence.text, context)
        if not actors:
            continue
        if MAY_BE.search(sentence.text):
            question = (
                f"Which one component writes this state? The document leaves it open: "
                f"“{brief(sentence.text)}”"
            )
            yield Question(
                path=proposal.path,
                line=sentence.line,
                question=question,
                section=section.title,
                anchor=section.title,
            )
        else:
            message = f"{actors} both write this state; name the one that does, and let the other ask it."
            yield said_wrong(proposal, sentence, message, evidence)
    for first, second in _conflicts(list(claims(proposal, context.profile))):
        message = (
            f"The {second.actor} writes `{second.object}` here, and the {first.actor} does on line "
            f"{first.sentence.line}; name one writer."
        )
        yield said_wrong(proposal, second.sentence, message, evidence)


def _is_shared(text: str) -> bool:
    """Whether a sentence has components write together, without naming them."""
    return bool(SHARED.search(text)) and not (denies(text) or APART.search(text))


def _joint(text: str, context: Context) -> str | None:
    """`A and B` where one sentence has two components write one thing."""
    name = terms(component_words(context.profile)).pattern
    between = r",? (?:and|or|as well as) (?:also )?(?:by )?(?:the |a |its )?"
    pair = rf"(?P<a>{name}){between}(?P<b>{name})"
    active = re.compile(
        rf"{pair},? (?:both |can |may |will |each |all |would |also |must )*(?:{WRITES})\b", re.I
    )
    passive = re.compile(rf"\b(?:{WRITES})\b(?: \w+){{0,2}} by (?:both |either )?(?:the )?[`*]?{pair}", re.I)
    found = active.search(text) or passive.search(text)
    if not found or denies(text) or APART.search(text):
        return None
    a, b = found["a"], found["b"]
    return f"The {a} and the {b}" if a.casefold() != b.casefold() else None


def _conflicts(found: list[Claim]) -> Iterator[tuple[Claim, Claim]]:
    first: dict[str, Claim] = {}
    for claim in found:
        known = first.setdefault(claim.object, claim)
        if known.actor != claim.actor and not claim.denied and not known.denied:
            yield known, claim
