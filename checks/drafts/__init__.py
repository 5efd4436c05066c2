"""Drafts of design material from what a change shows; what is not known stays a marked placeholder."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checks.context import Context
from checks.drafts import adr, dra, gate, plan, proposal, scope

DRAFTS: Mapping[str, Callable[[Context], str]] = {
    "scope": scope.draft,
    "proposal": proposal.draft,
    "adr": adr.draft,
    "plan": plan.draft,
    "gate": gate.draft,
    "dra": dra.draft,
}


def draft(kind: str, context: Context) -> str:
    """The draft of one kind as Markdown. Raises KeyError for a kind that there is not."""
    return DRAFTS[kind](context)
