"""A gate that is registered otherwise than its proposal says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from checks.context import Context
from checks.model import Defect, Fact
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.proposed_gates import ProposedGate, proposed_gate
from checks.prose import Sentence, sentences
from checks.registered_gates import registered_gates
from checks.rule import BLOCKING, rule
from checks.rules.drift.both import against, bound
from checks.rules.gates.gate_default_against_stage import NEXT, OFF, ON

STAGES = {"Alpha": "Alpha", "Beta": "Beta", "Stable": "GA", "GA": "GA"}
STAGE = lazy(r"\b(alpha|beta|stable|GA)\b", re.I)
VERSION = lazy(r"(?<![\w.])v?(\d{1,2}\.\d{1,3})(?:\.\d+)?(?![\w.]*\d)")
SHIPS = lazy(r"\b(?:ships?|since|introduced|registered|first|target\w*|version|release\w*|starts?)\b", re.I)
OTHERS = lazy(r"\b(?:kubernetes|k8s|nvidia driver|GPU driver|CUDA|kernel|1\.\d\d)\b", re.I)


@rule(BLOCKING, Context)
def check(context: Context, _: Context) -> Iterable[Defect]:
    """The code registers a gate under another name, stage, default or version than the proposal gives.

    Users read the one and run the other.

    Left alone: what the proposal does not say, sentences on later stages, and changes with several gates of
    which one bears the proposed name.

    Source: the proposal's section on its gate, against the gates registered at the head.
    """
    for proposal in bound(context):
        gate = proposed_gate(proposal, context)
        if gate is None:
            continue
        own = [f for f in context.facts.of("feature-gate-*") if f.symbol == gate.name]
        for fact in own:
            yield from _differing(proposal, gate, fact, context)
        if not own and not gate.graduates:
            yield from _named_otherwise(proposal, gate, context)


def _named_otherwise(proposal: Proposal, gate: ProposedGate, context: Context) -> Iterator[Defect]:
    added = list(context.facts.of("feature-gate-added"))
    if len(added) != 1 or gate.name in registered_gates(context.snapshot.head, context.profile):
        return
    if any(added[0].symbol in s.text for s in sentences(proposal.document.top)):
        return
    message = f"The proposal calls its gate `{gate.name}`, and the code registers `{added[0].symbol}`."
    yield against(proposal, gate.sentence, added[0], context, message)


def _differing(proposal: Proposal, gate: ProposedGate, fact: Fact, context: Context) -> Iterator[Defect]:
    if fact.kind in ("feature-gate-removed", "feature-gate-validation-changed"):
        return
    for what, said, done, sentence in _said(proposal, gate, fact):
        if said != done:
            message = f"The proposal gives `{gate.name}` the {what} {said}, and the code registers {done}."
            yield against(proposal, sentence, fact, context, message)


def _said(proposal: Proposal, gate: ProposedGate, fact: Fact) -> Iterator[tuple[str, str, str, Sentence]]:
    """What the gate's section says of stage, default and version, each once, beside what the code has."""
    seen: set[str] = set()
    section = proposal.section("gate") or gate.section
    for sentence in sentences(section):
        for what, said in _in_sentence(sentence):
            if what not in seen:
                seen.add(what)
                yield what, said, fact.traits.get(what, ""), sentence


def _in_sentence(sentence: Sentence) -> Iterator[tuple[str, str]]:
    text = sentence.text
    later = NEXT.search(text)
    stages = {STAGES[s.capitalize() if s.upper() != "GA" else "GA"] for s in STAGE.findall(text)}
    if not later and len(stages) == 1:
        yield "stage", stages.pop()
    if not later and bool(ON.search(text)) != bool(OFF.search(text)):
        yield "default", "true" if ON.search(text) else "false"
    versions = VERSION.findall(text)
    if len(versions) == 1 and SHIPS.search(text) and not OTHERS.search(text) and not later:
        yield "version", versions[0]
