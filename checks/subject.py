"""What people said around the change: title, body, and the authorised words of the thread."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from checks.model import Answer, Override, Waiver


class Subject(Struct, frozen=True, kw_only=True):
    """The change as people present it. All of it is a hint beside the diff, or an approver's recorded word.

    `waivers` maps a finding's id or a rule's name to the waiver; `answers` a decision's id to its answer;
    `numbers_taken` a proposal number to where else it is open (`#12`); `approved_by` holds logins.
    """

    title: str = ""
    body: str = ""
    author: str = ""
    labels: tuple[str, ...] = ()
    override: Override | None = None
    waivers: Mapping[str, Waiver] = field(default_factory=dict)
    answers: Mapping[str, Answer] = field(default_factory=dict)
    numbers_taken: Mapping[str, str] = field(default_factory=dict)
    approved_by: tuple[str, ...] = ()
    posted: bool = False
    """Whether title and body are known: offline they may not be, and then their silence says nothing."""
