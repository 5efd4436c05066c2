"""The lines of a gate's newest spec in code, and what proposals say about a gate."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checks.context import Context
from checks.model import Fact
from checks.proposal import Proposal
from checks.prose import Sentence, sentences

MOST_LINES = 12  # of one spec, as gofmt writes it


def key_line(fact: Fact, context: Context, key: str) -> int:
    """The line of the spec that sets `key`; the spec's own where none does."""
    text = context.snapshot.head.text(fact.path)
    for number in range(fact.line, fact.line + MOST_LINES):
        line = text.line(number) if text else ""
        if re.search(rf"\b{key}\s*:", line):
            return number
        if line.strip() in ("}", "},"):
            break
    return fact.line


def said_of(fact: Fact, context: Context) -> Iterator[tuple[Proposal, Sentence]]:
    """Sentences of proposals, in the change or linked, in sections that name the gate."""
    name = re.compile(rf"(?<!\w){re.escape(fact.symbol)}(?!\w)")
    for proposal in (*context.proposals, *context.linked):
        for section in proposal.document.sections():
            own = list(sentences(section, below=False))
            if any(name.search(s.text) for s in own):
                yield from ((proposal, s) for s in own)
