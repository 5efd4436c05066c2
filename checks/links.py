"""Which proposals of the base branch a change says that it belongs to."""

from __future__ import annotations

import re

from checks.description import body_of
from checks.numbering import name_of
from checks.process import Process
from checks.proposal import Proposal, proposals_at, read_proposal
from checks.snapshot import Snapshot
from checks.subject import Subject


def linked_proposals(snapshot: Snapshot, process: Process, subject: Subject) -> tuple[Proposal, ...]:
    """Proposals of the base branch whose file name, or `proposal NNNN`, stands in the title or body.

    A proposal that the change itself edits is not among them; comments of the description say nothing.
    """
    words = f"{subject.title}\n{body_of(subject)}"
    found = []
    for path in proposals_at(snapshot.tip, process):
        name = name_of(path, process.profile.proposals).removesuffix(".md")
        if not snapshot.changed(path) and _names(words, name):
            proposal = read_proposal(snapshot.tip, path, process)
            if proposal:
                found.append(proposal)
    return tuple(found)


def _names(words: str, name: str) -> bool:
    if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", words):
        return True
    number = re.match(r"\d+", name)
    if number is None:
        return False
    return bool(re.search(rf"\bproposals?\b[\s:#(\[/-]*{number[0]}(?!\d)", words, re.I))
