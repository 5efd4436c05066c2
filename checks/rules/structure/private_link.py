"""A link to what most readers cannot open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checks.answers import quote
from checks.context import Context
from checks.model import Defect
from checks.parse.markdown import Block
from checks.proposal import Proposal
from checks.rule import OPTIONAL, rule
from checks.targets import URL, is_private


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """A proposal links a document on a host whose pages most readers cannot open.

    A proposal is a public record; what its reasons rest on has to be readable with it, and to stay.

    Left alone: published pages of such hosts, public hosts, and addresses in code.

    Source: review threads of the project, where internal trackers and private documents are asked out.
    """
    for section in proposal.document.top.walk():
        for block in section.blocks:
            if block.kind != "fence" and proposal.touches(block.line, block.end_line):
                for line, host, url in private_urls(block, proposal, context):
                    yield Defect(
                        path=proposal.path,
                        line=line,
                        message=f"Most readers cannot open a page on {host}. Say here what it says, "
                        "or link a public copy.",
                        section=section.title or None,
                        anchor=section.title,
                        text=url,
                        evidence=(quote(proposal, line),),
                    )


def private_urls(block: Block, proposal: Proposal, context: Context) -> Iterator[tuple[int, str, str]]:
    """Line, host and address of each private page that a block names."""
    for line in range(block.line, block.end_line + 1):
        for url in URL.finditer(proposal.document.text.line(line)):
            if is_private(url[1], url[2] or "", context.profile.private_hosts):
                yield line, url[1], url[0]
