"""A document that buries its design."""

from __future__ import annotations

from collections.abc import Iterable

from checks.answers import last_line, quote
from checks.context import Context
from checks.model import Defect
from checks.parse.markdown import Section
from checks.proposal import Proposal
from checks.rule import OPTIONAL, rule

MOST_CODE = 0.5
FEW_LINES = 30  # a shorter section is read at a glance, whatever its share of code


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """More than half of the design is code, or the document is much longer than the project asks for.

    Code in a proposal is reviewed as code, line by line, before anyone agreed on what it should do; and
    the contract with users drowns in a plan that belongs elsewhere.

    Left alone: the example that users see, and a long document that an edit did not make longer.

    Source: the process page at the base: a few hundred lines of markdown, for the reviewer's time.
    """
    page = context.process.page_line("few hundred lines")
    most, lines = context.profile.proposals.usual_lines, proposal.document.text.line_count
    before = proposal.before.document.text.line_count if proposal.before else 0
    if proposal.change and lines > most and before <= most:
        yield Defect(
            path=proposal.path,
            line=1,
            message=f"The document has {lines} lines; a proposal is a few hundred. Move plans "
            "and measurements to a document of their own, and keep the contract with users.",
            anchor="length",
            text="length",
            evidence=(page,) if page else (),
        )
    design = proposal.section("design")
    if design and proposal.touches(design.line, last_line(design)) and _mostly_code(design, proposal):
        yield Defect(
            path=proposal.path,
            line=design.line,
            message=f"More than half of “{design.title}” is code. Say what it does and why, and leave "
            "the code to the pull request.",
            section=design.title,
            anchor=design.title,
            text="code",
            evidence=(quote(proposal, design.line), page) if page else (quote(proposal, design.line),),
        )


def _mostly_code(design: Section, proposal: Proposal) -> bool:
    written = code = 0
    for block in design.all_blocks():
        lines = proposal.document.text.between(block.line, block.end_line).split("\n")
        count = sum(bool(line.strip()) for line in lines)
        written += count
        code += count if block.kind == "fence" else 0
    return written >= FEW_LINES and code > MOST_CODE * written
