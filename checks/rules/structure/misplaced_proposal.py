"""A proposal in the wrong folder."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect, Evidence
from checks.proposal import Proposal
from checks.rule import BLOCKING, rule


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """A new or moved proposal stands outside the folder that holds proposals now.

    Readers, and the next author who looks for an unused number, only see the folder.

    Left alone: proposals that already stood elsewhere, and documents that are not built like one.

    Source: where the process page and the template stand at the base of the change.
    """
    folder = context.process.folder
    if folder is None or not proposal.is_at_new_path:
        return
    name = proposal.path.rsplit("/", 1)[-1]
    wanted = f"{folder.rstrip('/')}/{name}"
    if proposal.path == wanted:
        return
    page = context.process.page_path
    yield Defect(
        path=proposal.path,
        line=1,
        message=f"Proposals stand in `{folder}`. Move this one: `git mv {proposal.path} {wanted}`.",
        anchor="folder",
        text=proposal.path.rsplit("/", 1)[0],
        evidence=(Evidence(page, 1, context.process.page.text.line(1)),)
        if page and context.process.page
        else (),
    )
