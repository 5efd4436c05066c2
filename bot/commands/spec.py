"""The commands there are: what each takes, what it does, and who may use it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Rank(IntEnum):
    """What a person may do here; each rank may also do what the lower ones may."""

    ANYONE = 0
    CONTRIBUTOR = 1
    APPROVER = 2


WHO = {
    Rank.ANYONE: "anyone",
    Rank.CONTRIBUTOR: "the pull request's author and the repository's collaborators",
    Rank.APPROVER: "approvers: the OWNERS of the touched paths at the base, and the repository's maintainers",
}


@dataclass(frozen=True, slots=True)
class Spec:
    """A command. `usage` shows its arguments; one without arguments refuses text after it."""

    verb: str
    usage: str
    does: str
    rank: Rank
    answers: bool

    @property
    def takes_text(self) -> bool:
        """Whether words may follow the verb."""
        return bool(self.usage)


ALL = (
    Spec("help", "", "lists these commands", Rank.ANYONE, True),
    Spec("status", "", "says where the review stands", Rank.ANYONE, True),
    Spec("next", "", "says the least that moves the proposal to its next status", Rank.ANYONE, True),
    Spec("explain", "RULE|ID", "explains a rule, or one finding", Rank.ANYONE, True),
    Spec("recheck", "", "reads everything again", Rank.CONTRIBUTOR, False),
    Spec("draft", "KIND", "drafts a scope, proposal, adr, plan, gate or dra text", Rank.CONTRIBUTOR, True),
    Spec("classify", "required|direct REASON", "overrides the classification", Rank.APPROVER, False),
    Spec("waive", "ID|RULE REASON", "lets a finding, or all of a rule, stand", Rank.APPROVER, False),
    Spec("unwaive", "ID|RULE", "takes a waiver back", Rank.APPROVER, False),
    Spec("decide", "D-N ANSWER", "answers a named decision", Rank.APPROVER, False),
)
BY_VERB = {spec.verb: spec for spec in ALL}
