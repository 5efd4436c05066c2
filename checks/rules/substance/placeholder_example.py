"""The example is a real one."""

from __future__ import annotations

from checks.answers import answer, asked_for, quote
from checks.context import Context
from checks.model import Defect
from checks.proposal import Proposal
from checks.rule import BLOCKING, Found, rule
from checks.rules.substance.examples import fences, is_filler


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Found:
    """Finds an example whose every fence holds only comments, ellipses or names in angle brackets.

    The template's own `# example` is left to `leftover-placeholder`. Source: the template requires the
    concrete surface that users will touch.
    """
    section = answer(proposal, "example")
    shown = list(fences(section))
    if section is None or not shown or not all(is_filler(f) for f in shown):
        return
    templates = {
        f.content.strip() for f in fences(context.process.template.top if context.process.template else None)
    }
    for fence in shown:
        if fence.content.strip() not in templates:
            line = min(fence.content_line, fence.end_line)
            yield Defect(
                path=proposal.path,
                line=line,
                message=f"{section.title} holds a placeholder; show the real manifest, value or command.",
                section=section.title,
                anchor=section.title,
                text=fence.content,
                evidence=(
                    quote(proposal, line),
                    *asked_for(context, "concrete surface", "What a user types"),
                ),
            )
