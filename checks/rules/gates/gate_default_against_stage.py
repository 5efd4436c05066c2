"""Alpha gates are off, Beta gates on."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from msgspec.structs import replace

from checks.answers import answer, asked_for, said_wrong
from checks.chart import Leaf, chart_changes
from checks.context import Context
from checks.facts.feature_gates import gates_of
from checks.facts.sides import GoSide
from checks.model import Defect, Fact
from checks.pattern import lazy
from checks.proofs import at_fact, line_at
from checks.proposal import Proposal
from checks.proposed_gates import proposed_gate
from checks.prose import sentences
from checks.rule import BLOCKING, Found, rule
from checks.rules.gates.spec import key_line, said_of

ON = lazy(
    r"\b(?:on by default|enabled by default|defaults? (?:is |to |of |= ?)?[\"']?(?:on|true|enabled)|(?:on"
    r"|true) by default|default[- ]on)\b",
    re.I,
)
OFF = lazy(
    r"\b(?:off by default|disabled by default|defaults? (?:is |to |of |= ?)?[\"']?(?:off|false|disabled)"
    r"|(?:off|false) by default|default[- ]off)\b",
    re.I,
)
NEXT = lazy(r"\b(?:graduat\w+|promot\w+|will|would|later|once|until|from|when|then|after|not|no)\b", re.I)
REASON = lazy(r"\b(?:because|since|deviat\w+|unlike)\b", re.I)
ALPHA = lazy(r"\balpha\b", re.I)
BETA = lazy(r"\bbeta\b", re.I)


@rule(BLOCKING, Context)
def check(context: Context, _: Context) -> Found:
    """Finds a gate that is Alpha and on by default, or Beta and off by default: in a proposal, in code, or by
    a default of the chart.

    Of a proposal only a sentence that says both counts, and none that speaks of a later stage or gives a
    reason, unless the summary says the contrary. What the chart turns on is on for everybody who installs
    it, whatever the code says.

    Left alone: a registered gate whose stage and default the change does not move, and a Beta gate of which a
    proposal says that it is off.

    Source: the project's convention, as its registered gates show it.
    """
    for proposal in context.proposals:
        yield from in_proposal(proposal, context)
    for fact in context.facts.of("feature-gate-added", "feature-gate-graduated", "feature-gate-changed"):
        yield from in_code(fact, context)
    yield from in_chart(context)


def in_chart(context: Context) -> Iterator[Defect]:
    """Alpha gates that the chart's values newly turn on."""
    snapshot, where = context.snapshot, context.profile.contracts.feature_gates
    for change in chart_changes(snapshot, context.profile):
        if not change.values_differ or change.head is None:
            continue
        before = (
            {leaf.path for leaf in change.base.leaves if leaf.node.plain() is True} if change.base else set()
        )
        on = {leaf.path[-1]: leaf for leaf in change.head.leaves if _turns_on(leaf, before)}
        files = [
            file for path in snapshot.head.matching(where.files) if on and (file := snapshot.head.go(path))
        ]
        for gate in gates_of(GoSide(snapshot.head, files)):
            leaf = on.get(gate.name)
            if leaf and gate.stage == "Alpha":
                yield Defect(
                    path=change.head.values_path,
                    line=leaf.line,
                    message=f"`{gate.name}` is Alpha, and the chart turns it on for everybody; leave it to "
                    "whoever installs, or graduate the gate.",
                    anchor=gate.name,
                    text=f"{leaf.name} true",
                    evidence=(
                        line_at(snapshot.head, change.head.values_path, leaf.line),
                        line_at(snapshot.head, gate.path, gate.line),
                    ),
                )


def _turns_on(leaf: Leaf, before: Collection[tuple[str, ...]]) -> bool:
    return "featureGates" in leaf.path[:-1] and leaf.node.plain() is True and leaf.path not in before


def in_proposal(proposal: Proposal, context: Context) -> Found:
    """What a proposal says of its gate's stage and default."""
    section = answer(proposal, "gate")
    if section is None or proposed_gate(proposal, context) is None:
        return
    evidence = asked_for(context, "Target stability", "Name, stage, default")
    said_off = any(
        ALPHA.search(s.text) and OFF.search(s.text) for s in sentences(proposal.section("summary"))
    )
    for sentence in sentences(section):
        text = sentence.text
        alpha, beta = ALPHA.search(text), BETA.search(text)
        if NEXT.search(text) or bool(alpha) == bool(beta) or (REASON.search(text) and not said_off):
            continue
        if alpha and ON.search(text) and not OFF.search(text):
            message = "An Alpha gate is off by default; make it so, or say why this one is on."
            yield said_wrong(proposal, sentence, message, evidence)
        elif beta and OFF.search(text) and not ON.search(text):
            message = "A Beta gate is on by default; make it so, or say why this one stays off."
            yield said_wrong(proposal, sentence, message, evidence)


def in_code(fact: Fact, context: Context) -> Iterator[Defect]:
    """What a gate is registered with, where the change moves it."""
    stage, on = fact.traits.get("stage"), fact.traits.get("default") == "true"
    before = fact.traits.get("stage-before"), fact.traits.get("default-before") == "true"
    if before == (stage, on) or (stage, on) not in (("Alpha", True), ("Beta", False)):
        return
    if stage == "Beta" and any(OFF.search(s.text) for _, s in said_of(fact, context)):
        return
    line = key_line(fact, context, "Default")
    said = "an Alpha gate is off" if on else "a Beta gate is on"
    now = "on" if on else "off"
    message = f"`{fact.symbol}` is {stage} and {now} by default; {said}, unless its proposal says why."
    where = line_at(context.snapshot.head, fact.path, line)
    yield replace(at_fact(fact, context, message, where), line=line)
