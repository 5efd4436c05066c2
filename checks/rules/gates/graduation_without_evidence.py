"""A graduation brings its evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.answers import answer, asked_for, gap
from checks.context import Context
from checks.description import body_of
from checks.facts.shape import kind_of
from checks.model import Defect, Fact
from checks.pattern import lazy
from checks.proofs import at_fact
from checks.proposal import Proposal
from checks.proposed_gates import proposed_gate
from checks.prose import prose
from checks.rule import BLOCKING, Found, rule
from checks.rules.gates.default_on_at_birth import SOAKED

EVIDENCE = lazy(
    r"https?://|#\d+|\bv?\d+\.\d+(?:\.\d+)?\b|\b(?:since|for) (?:\d+|two|three|four|five|six"
    r"|several) (?:releases?|weeks?|months?)"
    r"|\b(?:\d+|two|three|four|five|six) (?:releases?|weeks?|months?|clusters?|sites?|production)"
    r"|\b(?:pull|ci|periodic)-[\w-]+|[\w/]+\.bats\b|\b\d[\d,]* (?:nodes|GPUs|claims|pods)",
    re.I,
)

STAGES = ("Alpha", "Beta", "GA")
TRANSITION = lazy(r"(?:up|down)grad|roll\w*[ -]?back|\bmigrat|\btransition|\bflip|\btoggl|\bswitch", re.I)


@rule(BLOCKING, Context)
def check(context: Context, _: Context) -> Found:
    """Finds a gate that graduates, in a proposal or in code, and no evidence that it earned it.

    In a proposal a release, a duration, a link, a job or a number of clusters is evidence; that it "works
    well" is none. In code it is a test of the transition, words on upgrading, a proposal that graduates
    it, or a description that says where it has been.

    Left alone: a gate whose stage and default stay, and steps back.

    Source: the process page: exercised long enough in production-like environments, neighbours named.
    """
    for proposal in context.proposals:
        yield from in_proposal(proposal, context)
    for fact in context.facts.of("feature-gate-graduated", "feature-gate-changed"):
        yield from in_code(fact, context)


def in_proposal(proposal: Proposal, context: Context) -> Iterator[Defect]:
    """What a proposal that graduates a gate shows."""
    gate = proposed_gate(proposal, context)
    section = answer(proposal, "gate")
    if gate is None or not gate.graduates or section is None:
        return
    links = any(b.links for b in section.all_blocks())
    if links or EVIDENCE.search(prose(section)):
        return
    message = (
        f"`{gate.name}` is to graduate, and nothing shows that it meets the criteria; "
        "name releases, clusters, combinations and tests that it has been through."
    )
    evidence = asked_for(context, "three criteria", "what graduation asks for")
    yield gap(proposal, section, message, evidence, about=gate.name)


def in_code(fact: Fact, context: Context) -> Iterator[Defect]:
    """What the change shows beside a gate whose stage or default it raises."""
    if not _rises(fact) or any(_shown(fact, context)):
        return
    page = context.process.page_line("soak time")
    turned = fact.traits.get("default-before") != "true" and fact.traits.get("default") == "true"
    now = f"{fact.traits.get('stage')}{', on by default' if turned else ''}"
    message = (
        f"`{fact.symbol}` becomes {now}, and neither a test of the transition nor words on upgrading "
        "nor a description of where it has soaked goes with it."
    )
    yield at_fact(fact, context, message, *([page] if page else []))


def _rises(fact: Fact) -> bool:
    stage, before = fact.traits.get("stage", ""), fact.traits.get("stage-before", "")
    if stage in STAGES and before in STAGES and stage != before:
        return STAGES.index(stage) > STAGES.index(before)
    return (fact.traits.get("default-before"), fact.traits.get("default")) == ("false", "true")


def _shown(fact: Fact, context: Context) -> Iterator[bool]:
    """Whether the description, a proposal, a changed test or a changed page speaks for it."""
    name = re.compile(rf"(?<!\w){re.escape(fact.symbol)}(?!\w)")
    yield bool(SOAKED.search(body_of(context.subject)))
    yield any(name.search(p.document.text.text) for p in (*context.proposals, *context.linked))
    for change in context.snapshot.changes:
        text = context.snapshot.head.text(change.new_path) if change.new_path else None
        kind = kind_of(change.path, context.profile.paths)
        for hunk in change.hunks if text and kind in ("tests", "ci", "docs") else ():
            added = text.between(hunk.new_line, hunk.new_line + hunk.new_count - 1) if text else ""
            about = TRANSITION.search(f"{change.path} {added}")
            yield bool(hunk.new_count and name.search(added) and about)
