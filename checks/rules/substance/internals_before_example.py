"""Users see their surface before they see code."""

from __future__ import annotations

from checks.answers import asked_for, quote
from checks.context import Context
from checks.model import Defect
from checks.proposal import Proposal
from checks.rule import OPTIONAL, Found, rule
from checks.rules.substance.examples import fences, is_internal, user_examples


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds program text that stands before the first manifest, value or command of a new proposal.

    The reader should meet the contract first and judge the internals by it. Silent where there is no user
    example at all, which other rules say. Source: the order of the template's sections.
    """
    examples = user_examples(proposal)
    if not proposal.is_new or not examples:
        return
    internals = [f for f in fences(proposal.document.top) if is_internal(f) and f.line < examples[0].line]
    for fence in internals[:1]:
        section = proposal.document.section_at(fence.line)
        line = min(fence.content_line, fence.end_line)
        yield Defect(
            path=proposal.path,
            line=line,
            message=f"Program text stands before the first example that a user would touch (line "
            f"{examples[0].line}); "
            "show the user's side first.",
            section=section.title,
            anchor=section.title,
            text=fence.content,
            evidence=(quote(proposal, line), *asked_for(context, "### User-facing example")),
        )
