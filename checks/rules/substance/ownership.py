"""Who is said to write what: claims of ownership in prose."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import Sentence, code_of, denies, negated, sentences, terms
from config.profile import Profile

WRITES = (
    r"writ(?:es?|ten|ing)|owns?|owned|updat(?:es?|ed|ing)|patch(?:es|ed)?|sets?|creat(?:es?|ed)"
    r"|maintain(?:s|ed)?"
    r"|publish(?:es|ed)?|record(?:s|ed)?|stor(?:es?|ed)|persist(?:s|ed)?|manag(?:es?|ed)|mutat(?:es?|ed)"
)
READS = lazy(
    r"\b(?:reads?|reader\w*|consum\w+|watch\w*|observ\w+|looks? (?:it )?up|quer(?:y|ies)|learns?|sees?"
    r"|uses?|checks?"
    r"|lists?|receives?|gets?|informers?|reported|visible|passed|fetch\w*|mounts?)\b",
    re.I,
)
OWNS = lazy(
    rf"\b(?:{WRITES}|owner\w*|authoritative|source of truth|sole|writer|single writer|only (?:one )?writer"
    rf"|responsible"
    r"|keeps?|holds?|derived|computed|in memory|in-memory|held by|lives? in)\b",
    re.I,
)
NO_STATE = lazy(
    r"\bnothing (?:new )?(?:is )?(?:persisted|stored|kept|written|new)\b|\b(?:stores?|persists?|keeps?"
    r"|writes?) nothing\b|"
    r"\b(?:no|not|without|n't|never)\b[^.;]{0,50}\b(?:state|persist\w*|stor(?:e|es|ed|age))\b|\bstateless\b"
    r"|\bstate\b[^.;]{0,30}\b(?:unchanged|not change)|\b(?:existing|same) owners?\b|\bownership (?:is"
    r"|stays) unchanged",
    re.I,
)
CONDITION = lazy(r"\W*(?:if|when|whenever|once|after|while|where|unless)\b[^,;]{1,120},\s*", re.I)
SUBJECT = lazy(r"\W*(?:then )?(?:the |a |each )?[`*]*\Z", re.I)
DEED = lazy(r"\b(?:and|then|it|also) (?:also |then )?(?:writes|updates|patches|sets|overwrites)\b", re.I)
PART = lazy(
    r"[`'’s]*\s+(status|spec|finalizer|annotation|label|condition|metadata|event|entry|entries)", re.I
)


class Claim(Struct, frozen=True):
    """A sentence in which one actor is said to write one object; `denied` where its clause says no."""

    actor: str
    object: str
    sentence: Sentence
    denied: bool


def actor_words(profile: Profile) -> tuple[str, ...]:
    """Everything that may write: the components and what stands beside them."""
    return (*(w for c in profile.components for w in c.words if "/" not in w), *profile.vocabulary.actors)


def names_actor(text: str, profile: Profile) -> bool:
    """Whether any component or other actor is named."""
    return bool(terms(actor_words(profile)).search(text))


def claims(proposal: Proposal, profile: Profile) -> Iterator[Claim]:
    """Each `ACTOR writes OBJECT` of the state owner's section, the object being inline code."""
    actors = terms(component_words(profile))
    verb = re.compile(rf"^(?:'s)?\s*(?:alone |also |then |only |solely )*(?:{WRITES})\b", re.I)
    for sentence in sentences(proposal.section("state-owner")):
        text = sentence.text
        for actor in actors.finditer(text):
            deed = verb.match(text[actor.end() :])
            if not deed or negated(text, actor.start()):
                continue
            thing = _object(text[actor.end() + deed.end() :], sentence)
            if thing:
                yield Claim(_same(actor[0]), thing, sentence, denies(text))
        yield from _by_its_subject(sentence, actors)


def _by_its_subject(sentence: Sentence, actors: re.Pattern[str]) -> Iterator[Claim]:
    """What the one component that a sentence is about writes, further on: `the daemon wakes and sets X`."""
    condition = CONDITION.match(sentence.text)
    main = sentence.text[condition.end() :] if condition else sentence.text
    named = list(actors.finditer(main)) or list(actors.finditer(sentence.text))
    if len({_same(m[0]) for m in named}) != 1:
        return
    if actors.search(main) and not SUBJECT.match(main[: named[0].start()]):
        return
    for deed in DEED.finditer(main):
        thing = _object(main[deed.end() :], sentence)
        if thing:
            yield Claim(_same(named[0][0]), thing, sentence, denies(main))


def component_words(profile: Profile) -> tuple[str, ...]:
    """What the components that run are called, short names among them."""
    return (
        *(w for c in profile.components for w in c.words if "-" in w or "plugin" in w.casefold()),
        "webhook",
        "controller",
        "daemon",
        "kubelet plugin",
    )


def _same(actor: str) -> str:
    """One name for one actor, however it is written."""
    words = re.findall(r"[a-z]+", actor.casefold())
    return words[-1].removesuffix("s") if words else actor


def _object(after: str, sentence: Sentence) -> str | None:
    """The inline code that follows soon, with the word after it: `Domain` status is not `Domain`."""
    for code in code_of(sentence):
        at = after.find(code)
        if 0 <= at <= 25 and not re.search(r"[.;]", after[:at]):
            part = PART.match(after[at + len(code) :])
            return f"{code} {part[1] if part else ''}".strip().casefold()
    return None
