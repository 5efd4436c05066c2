"""A file name that is not as the project names proposals."""

from __future__ import annotations

import re
from collections.abc import Iterable

from checks.context import Context
from checks.model import Defect
from checks.numbering import has_own_folder, holders, kebab, next_number
from checks.proposal import Proposal
from checks.rule import BLOCKING, rule


@rule(BLOCKING, Proposal)
def check(proposal: Proposal, context: Context) -> Iterable[Defect]:
    """A proposal's file name is not a four-digit number and a short title in kebab case.

    The folder is read as a list by number; a name out of pattern falls out of it, and its number is not seen.

    Left alone: the template, the process page, readme files and documents that are no proposals.

    Source: the process page at the base: name your file `0002-short-title.md`.
    """
    naming = context.profile.proposals
    name = proposal.name
    if not proposal.is_at_new_path or re.fullmatch(naming.file_name, name):
        return
    shown = slice(None, -len(".md") if has_own_folder(proposal.path, naming) else None)
    page = context.process.page_line("4-digit") or context.process.page_line("number")
    yield Defect(
        path=proposal.path,
        line=1,
        message=f"“{name[shown]}” is not how proposals are named. "
        f"Name it `{_better(proposal, name, context)[shown]}`.",
        anchor="name",
        text=name,
        evidence=(page,) if page else (),
    )


def _better(proposal: Proposal, name: str, context: Context) -> str:
    number = proposal.number or proposal.title_number
    said = re.sub(r"\A(?:\d+|[NX]{2,})", "", name.removesuffix(".md"))
    title = kebab(said) or kebab(proposal.title) or "short-title"
    if has_own_folder(proposal.path, context.profile.proposals):
        return f"{number or 'NUMBER'}-{title}.md"
    taken = holders(context.proposals_at_tip, context.profile.proposals)
    return f"{int(number):04}-{title}.md" if number else f"{next_number(taken)}-{title}.md"
