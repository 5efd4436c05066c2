"""Drafts for a pull request, as commands and the button ask for them."""

from __future__ import annotations

from collections.abc import Iterable

from bot.commands.replay import Ledger
from checks.context import Context
from checks.drafts import DRAFTS, draft


def asked_for(ledger: Ledger) -> set[str]:
    """The kinds of draft that the thread asks for and that were not given yet."""
    accepted = (g for g in ledger.given if g.written.verb == "draft" and not g.refused and not g.answered)
    return {g.written.rest.casefold() for g in accepted}


def drafts(kinds: Iterable[str], context: Context) -> dict[str, str]:
    """The text of each kind."""
    return {kind: draft(kind, context) for kind in kinds if kind in DRAFTS}
