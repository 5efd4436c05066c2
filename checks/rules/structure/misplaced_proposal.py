"""A proposal in the wrong folder."""

from __future__ import annotations

from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect, Evidence
from checks.numbering import has_own_folder
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
    own = has_own_folder(proposal.path, context.profile.proposals)
    stands, name = proposal.path.rsplit("/", 2 if own else 1)[0], proposal.name
    wanted = f"{folder.rstrip('/')}/{name.removesuffix('.md') if own else name}"
    if stands == folder.rstrip("/") or (own and proposal.path.startswith(f"{folder.rstrip('/')}/")):
        return
    moved = proposal.path.rsplit("/", 1)[0] if own else proposal.path
    page = context.process.page_path
    yield Defect(
        path=proposal.path,
        line=1,
        message=f"Proposals stand in `{folder}`. Move this one: `git mv {moved} {wanted}`.",
        anchor="folder",
        text=stands,
        evidence=(Evidence(page, 1, context.process.page.text.line(1)),)
        if page and context.process.page
        else (),
    )
