"""A relative link, or an anchor, that leads nowhere."""

from __future__ import annotations

from collections.abc import Iterable

from checks.answers import quote
from checks.context import Context
from checks.model import Defect
from checks.proposal import Proposal
from checks.rule import OPTIONAL, rule
from checks.targets import Site, leads_nowhere, links_of


@rule(OPTIONAL, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """A link within the repository names a file that is not at the head, or a heading that the file lacks.

    Readers follow it to find what the design rests on; on the built site it is a broken page.

    Left alone: addresses on the web, shortcodes that are not references, and a target that exists under any
    of the ways in which a repository page or the built site would look for it.

    Source: the files at the head, and the anchors that the site makes of headings.
    """
    site = Site(context.snapshot.head, proposal.path)
    for section in proposal.document.top.walk():
        for block in section.blocks:
            for link in links_of(block) if proposal.touches(block.line, block.end_line) else ():
                why = leads_nowhere(link.target, proposal.document, site)
                if why:
                    yield Defect(
                        path=proposal.path,
                        line=link.line,
                        message=f"The link to `{link.target}` leads nowhere: {why}.",
                        section=section.title or None,
                        anchor=section.title,
                        text=link.target,
                        evidence=(quote(proposal, link.line),),
                    )
