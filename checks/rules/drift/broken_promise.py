"""Something that the proposal rules out, and that the change does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from checks.context import Context
from checks.model import Defect, Fact
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import Sentence, sentences
from checks.rule import BLOCKING, rule
from checks.rules.drift.both import against, bound
from checks.rules.gates.gate_default_against_stage import OFF


class Promise(Struct, frozen=True):
    """What can be ruled out: the words for it, and the kinds of fact that break it."""

    what: str
    words: str
    facts: tuple[str, ...]


PROMISES = (
    Promise("the checkpoint", r"checkpoints?", ("checkpoint-*",)),
    Promise("the API", r"(?:APIs?|CRDs?|custom resources?)", ("api-kind-*", "api-field-*", "crd-*")),
    Promise("dependencies", r"(?:dependenc(?:y|ies)|modules?)", ("dependency-added",)),
    Promise("flags", r"(?:flags?|command[- ]line (?:flags?|options?))", ("cli-flag-*",)),
    Promise("chart values", r"(?:(?:Helm|chart) values?|Helm changes?|values\.yaml)", ("helm-value-*",)),
    Promise("permissions", r"(?:RBAC|permissions?)", ("rbac-rule-added",)),
    Promise(
        "attributes", r"(?:attributes?|ResourceSlice changes?)", ("device-attribute-*", "device-capacity-*")
    ),
    Promise("gates", r"(?:feature[- ])?gates?", ("feature-gate-added",)),
    Promise("metrics", r"metrics?", ("metric-*",)),
    Promise("privileges", r"(?:privileges?|host ?paths?|host mounts?)", ("privilege-added",)),
)
QUALIFIED = lazy(
    r"\b(?:when|while|unless|if|until|except|beyond|other than|besides|apart from|breaking|incompatible"
    r"|backwards?|at first|initially|later|only|third[- ]party|more than)\b",
    re.I,
)
NOUNS = r"(?:(?:field|schema|version|format|surface|type|kind|label)s?\s+)?(?:change|addition)?s?"
DEEDS = r"(?:change|touch|add|introduce|need|alter|modify|require|affect|extend|bring)"
NONE = r"(?:no|without(?: any)?)"
NOT = r"(?:does|do|will|is|are)(?:\s+not|n't)"
STAYS = r"(?:un(?:changed|touched|affected)|as (?:it|they) )"
WORD = r"(?:\w+\s+)?"
NOT_THERE = ("alternatives", "drawbacks", "questions", "risks", "motivation", "consumer")


@rule(BLOCKING, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """The proposal says that there is no change of a kind, and the diff shows one; or that something is off
    by default, and it comes in on.

    The design was agreed on that word.

    Left alone: sentences with a condition or an exception, what the proposal says of alternatives and risks,
    and gates, whose default another rule holds to the proposal.

    Source: the sentence itself, against the facts of the change.
    """
    for proposal in bound(context):
        skipped = {id(part) for s in map(proposal.section, NOT_THERE) if s for part in s.walk()}
        broken: set[str] = set()
        for sentence in sentences(proposal.document.top):
            if id(sentence.section) in skipped or QUALIFIED.search(sentence.text):
                continue
            for what, fact in _broken(sentence, context):
                if what not in broken:
                    broken.add(what)
                    yield _defect(proposal, sentence, what, fact, context)


def _broken(sentence: Sentence, context: Context) -> Iterator[tuple[str, Fact]]:
    for promise in PROMISES:
        fact = next(context.facts.of(*promise.facts), None)
        if fact and _rules_out(promise.words, sentence.text):
            yield promise.what, fact
    if OFF.search(sentence.text):
        for fact in context.facts.of("helm-value-added", "cli-flag-added"):
            names = {code.split("=")[0].strip("-") for code in sentence.block.code}
            on = "true" in (fact.after, fact.traits.get("default"))
            if on and names & {fact.symbol, _leaf(fact)}:
                yield f"{fact.symbol} being off by default", fact


def _leaf(fact: Fact) -> str:
    return fact.symbol.rpartition(".")[2]


def _rules_out(words: str, text: str) -> bool:
    """Whether a sentence says that there is none of it, or that it stays as it is."""
    none = rf"\b{NONE}\s+(?:new\s+|additional\s+|further\s+)?{WORD}{words}\b\s*{NOUNS}(?=\W|\Z)"
    changes = rf"\b{NONE}\s+changes?\s+(?:to|in|of)\s+(?:the\s+|any\s+)?{WORD}{words}\b"
    deed = rf"\b{NOT}\s+(?:be\s+)?{DEEDS}d?\s+(?:the\s+|any\s+|an?\s+)?{WORD}{words}\b"
    stays = rf"\b{words}\b(?:\s+\w+)?\s+(?:is|are|stays?|remains?)\s+{STAYS}"
    return any(re.search(p, text, re.I) for p in (none, changes, deed, stays))


def _defect(proposal: Proposal, sentence: Sentence, what: str, fact: Fact, context: Context) -> Defect:
    deed = fact.kind.replace("-", " ")
    message = (
        f"The proposal rules out a change of {what} (line {sentence.line}), and here is one: {deed}, "
        f"`{fact.symbol}`. Mend the one or the other."
    )
    if "off by default" in what:
        message = f"The proposal says that `{fact.symbol}` is off by default, and it comes in on."
    return against(proposal, sentence, fact, context, message)
