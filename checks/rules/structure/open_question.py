"""A question that the document puts to maintainers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from checks.context import Context
from checks.model import Question
from checks.parse.markdown import Block, Section
from checks.pattern import lazy
from checks.proposal import Proposal
from checks.rule import OPTIONAL, rule

MOST = 100  # questions that are named; more than anybody answers
BEGINS_ITEM = lazy(r"\s*(?:[-*+]|\d+[.)])\s")
SETTLED = lazy(r"\W*(?:resolved|answered|decided|settled|closed|done)\b\W", re.I)
NONE_LEFT = lazy(r"\W*(?:n\s*/\s*a|none|no(?:thing)?(?: open)?(?: questions?)?|not applicable)\b", re.I)
UNRESOLVED = lazy(r"<<\[UNRESOLVED\b(?P<what>[^\[\]]{0,300})\]>>")
HANDLE = lazy(r"(?<![\w/])@([A-Za-z0-9](?:[\w/-]*\w)?)")
APPROVERS = ("approvers", "approver", "reviewers", "reviewer")


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Question]:
    """Each open question of a proposal becomes a named decision, so that its answer is not lost.

    So do `<<[UNRESOLVED …]>>` marks and approvers still to be named. A decision holds the change up only
    where the document asks for a status under which code may go in.

    Left alone: questions marked as resolved, struck out or ticked, `None`, and withdrawn proposals.

    Source: the template: open questions are what maintainers are asked before implementation.
    """
    status = proposal.status.value if proposal.status else ""
    naming = context.profile.proposals
    if status in naming.closed_statuses or status == naming.shipped_status:
        return
    blocks = status in naming.agreed_statuses
    asked = chain(_listed(proposal), _marked(proposal), _unnamed(proposal))
    for section, line, text in islice(asked, MOST):
        handle = HANDLE.search(text)
        yield Question(
            path=proposal.path,
            line=line,
            question=text,
            section=section,
            anchor=section or "header",
            owner=handle[1] if handle else None,
            blocks=blocks,
        )


def _listed(proposal: Proposal) -> Iterator[tuple[str | None, int, str]]:
    """The items of the open questions; its paragraphs where it has no list."""
    section = proposal.section("questions")
    if section is None or NONE_LEFT.match(section.words):
        return
    items = [b for b in section.all_blocks() if b.kind == "item" and _opens(b, proposal)]
    asked = items or [b for b in section.all_blocks() if b.kind == "paragraph" and "?" in b.plain]
    for block in asked:
        text = " ".join(block.plain.split())
        if text and not _settled(block, text) and "[UNRESOLVED" not in text:
            yield section.title, block.line, text


def _opens(block: Block, proposal: Proposal) -> bool:
    """Whether a block is an outermost item's own first text."""
    return block.depth == 0 and bool(BEGINS_ITEM.match(proposal.document.text.line(block.line)))


def _settled(block: Block, text: str) -> bool:
    return bool(block.task or SETTLED.match(text) or block.text.lstrip().startswith("~~"))


def _marked(proposal: Proposal) -> Iterator[tuple[str | None, int, str]]:
    for section in proposal.document.top.walk():
        for block in section.blocks:
            for mark in UNRESOLVED.finditer(block.plain) if block.kind != "fence" else ():
                yield section.title or None, block.line, _under(mark, block, section)


def _under(mark: re.Match[str], block: Block, section: Section) -> str:
    """What is unresolved: what the mark says, else the text behind it, else the section's name."""
    said = " ".join(mark["what"].split())
    behind = " ".join(block.plain[mark.end() :].partition("<<[/UNRESOLVED")[0].split())
    return ": ".join(filter(None, (said, behind))) or f"Unresolved in “{section.title}”"


def _unnamed(proposal: Proposal) -> Iterator[tuple[str | None, int, str]]:
    for name, row in proposal.header.items():
        if name in APPROVERS and re.fullmatch(r"\W*(?:TB[AD])?\W*", row.value, re.I):
            yield None, row.line, f"Who are the {name} of this proposal?"
