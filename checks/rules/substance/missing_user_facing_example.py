"""The example shows what a user would touch."""

from __future__ import annotations

from checks.answers import answer, asked_for, gap
from checks.context import Context
from checks.proposal import Proposal
from checks.rule import BLOCKING, Found, rule
from checks.rules.substance.examples import fences, is_internal, shows_inline


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds an example section with neither a manifest, a chart value, an object nor a command in it.

    Prose about an example hides what is hard to use. Any fence that is not program text counts, and so does a
    flag, setting or command given as inline code. Source: the template requires the concrete surface.
    """
    section = answer(proposal, "example")
    if section is None:
        return
    blocks = list(section.all_blocks())
    if (
        any(not is_internal(f) for f in fences(section))
        or shows_inline(blocks)
        or any(b.links for b in blocks)
    ):
        return
    message = (
        f"{section.title} shows no manifest, Helm value, object or command; add what a user would type or "
        f"apply."
    )
    yield gap(
        proposal,
        section,
        message,
        asked_for(context, "concrete surface", "What a user types"),
        about="example",
    )
