"""The lines of a gate's newest spec in code, and what proposals say about a gate."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.context import Context
from checks.facts.feature_gates import gates_of
from checks.facts.sides import GoSide
from checks.model import Fact
from checks.proposal import Proposal
from checks.prose import Sentence, sentences


def key_line(fact: Fact, context: Context, key: str) -> int:
    """The line of the spec that sets `key`; the spec's own where none does."""
    head = context.snapshot.head
    file = head.go(fact.path)
    gates = gates_of(GoSide(head, [file] if file else []))
    gate = next((g for g in gates if g.name == fact.symbol), None)
    return gate.lines.get(key, gate.spec_line) if gate else fact.line


def said_of(fact: Fact, context: Context) -> Iterator[tuple[Proposal, Sentence]]:
    """Sentences of proposals, in the change or linked, in sections that name the gate."""
    name = re.compile(rf"(?<!\w){re.escape(fact.symbol)}(?!\w)")
    for proposal in (*context.proposals, *context.linked):
        for section in proposal.document.sections():
            own = list(sentences(section, below=False))
            if any(name.search(s.text) for s in own):
                yield from ((proposal, s) for s in own)
