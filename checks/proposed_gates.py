"""The feature gate that a proposal brings in or graduates, as its text says it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from checks.context import Context
from checks.parse.markdown import Section
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.prose import Sentence, code_of, denies, sentences
from checks.registered_gates import registered_gates

NAME = lazy(r"(?<![\w.])(?:featureGates\.)?(?P<name>[A-Z][A-Za-z0-9]{2,80})(?![\w-])")
CAPITAL = lazy(r"[A-Z]")
GATE = lazy(r"\b(?:feature[- ])?gates?\b|\bfeatureGates\.", re.I)
BRINGS_IN = lazy(
    r"\b(?:introduc\w+|adds?|adding|new|proposes?|tentatively|use one|creates?|defines?|called|named"
    r"|behind|gated (?:by|behind))\b",
    re.I,
)
GRADUATES = lazy(
    r"\b(?:graduat\w+|promot\w+|mov\w+ (?:it |the gate )?(?:from|to) (?:alpha|beta|stable|GA))\b", re.I
)
NO_GATE = lazy(
    r"\W*(?:none\b|no (?:new )?(?:feature[- ])?gate|not gated|n\s*/\s*a\b|not applicable|(?:this|the change"
    r"|it) (?:does not|doesn't) "
    r"(?:introduce|add|need|use|have)[^.]{0,20}gate|without a (?:feature[- ])?gate"
    r"|there is no (?:feature[- ])?gate|ships? on by default)",
    re.I,
)
INTRODUCES = lazy(r"\b(?:introduc\w+|adds? (?:a|an|the)|(?:a|one) new)\b", re.I)
STAGE = lazy(r"\b(?:alpha|beta|stable|GA|default\w*|introduc\w+)\b", re.I)
CALLED_THERE = lazy(r"\b(?:existing|present|current|today's)\s+(?:\w+\s+){0,2}\Z", re.I)
VENDORED = ("vendor",)
UPSTREAM = lazy(
    r"\b(?:upstream|kubernetes|kubelet|kube-\w+|API server|k8s|scheduler)\b[^.]{0,40}\bgates?\b", re.I
)


class ProposedGate(Struct, frozen=True):
    """A gate with the sentence that names it first; `graduates` where it exists and changes its stage."""

    name: str
    sentence: Sentence
    graduates: bool

    @property
    def section(self) -> Section:
        """Where it is named."""
        return self.sentence.section


def proposed_gate(proposal: Proposal, context: Context) -> ProposedGate | None:
    """The gate that the document brings in or graduates; None where it names none or says there is none.

    A name that the base knows as something else, such as an object's kind, is no gate, nor one that the text
    calls existing. Looked for once.
    """
    kept = vars(proposal)
    if "_gate" not in kept:
        kept["_gate"] = _look_for_gate(proposal, context)
    found: ProposedGate | None = kept["_gate"]
    return found


def _look_for_gate(proposal: Proposal, context: Context) -> ProposedGate | None:
    section = proposal.section("gate")
    if section and NO_GATE.match(section.words.strip()):
        return None
    known = registered_gates(context.snapshot.base, context.profile)
    named = [*_named(section), *_named_anywhere(proposal)]
    unknown = {name for _, name in named} - set(known)
    elsewhere = (*VENDORED, *context.profile.proposals.folders)
    kinds = set(context.snapshot.base.grep(unknown, elsewhere)) if unknown else set()
    for sentence, name in named:
        if name in unknown - kinds and not _called_there(sentence, name):
            return ProposedGate(name, sentence, graduates=False)
    for sentence, name in named:
        if name in known and GRADUATES.search(sentence.text) and not denies(sentence.text):
            return ProposedGate(name, sentence, graduates=True)
    for sentence, name in named:
        if name in known and INTRODUCES.search(sentence.text) and not denies(sentence.text):
            return ProposedGate(name, sentence, graduates=False)
    return None


def _called_there(sentence: Sentence, name: str) -> bool:
    return bool(CALLED_THERE.search(sentence.text[: sentence.text.find(name)]))


def _named(section: Section | None) -> Iterator[tuple[Sentence, str]]:
    """Names in the gate's own section whose sentence speaks of a gate, a stage or a default."""
    for sentence in sentences(section):
        if (GATE.search(sentence.text) or STAGE.search(sentence.text)) and not UPSTREAM.search(sentence.text):
            yield from ((sentence, name) for name in _names(sentence))


def _named_anywhere(proposal: Proposal) -> Iterator[tuple[Sentence, str]]:
    """Names that stand beside the word gate in sentences that bring one in, but for what is ruled out."""
    ruled_out = [s for s in map(proposal.section, ("non-goals", "alternatives", "questions")) if s]
    skipped = {id(part) for s in ruled_out for part in s.walk()}
    for sentence in sentences(proposal.document.top):
        text = sentence.text
        if id(sentence.section) in skipped or denies(text) or UPSTREAM.search(text):
            continue
        if GATE.search(text) and BRINGS_IN.search(text):
            yield from ((sentence, name) for name in _names(sentence) if _beside_gate(text, name))


def _beside_gate(text: str, name: str) -> bool:
    few = r"\W+(?:\w+\W+){0,3}"
    return bool(re.search(rf"\bgates?{few}{name}\b|\b{name}{few}gates?\b|featureGates\.{name}\b", text, re.I))


def _names(sentence: Sentence) -> Iterator[str]:
    for code in code_of(sentence):
        found = NAME.match(code)
        if found and found.end() in (len(code), code.find("=")) and len(CAPITAL.findall(found["name"])) > 1:
            yield found["name"]
