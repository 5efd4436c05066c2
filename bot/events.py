"""Turns a verified payload into an Event: ids only, since a payload is a hint and never the truth."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

QUEUE_BRANCHES = "gh-readonly-queue/"
COMMAND_MARK = "/design"
COMMENT_EVENTS = ("issue_comment", "pull_request_review", "pull_request_review_comment")


Id = Annotated[int, Meta(ge=0, lt=2**53)]  # as wide as a JSON number is exact, and any store can keep it


class Malformed(ValueError):
    """The payload is not JSON, or a key that we need has a type it cannot have; names the key."""


class Event(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one delivery says happened, as ids to look up; anything may be out of date on arrival."""

    delivery: str
    name: str
    action: str = ""
    installation_id: int = 0
    repository: str = ""
    repository_id: int = 0
    pull_number: int | None = None
    head_sha: str | None = None
    before_sha: str | None = None
    ref: str | None = None
    comment_id: int | None = None
    requested_action: str | None = None
    sender: str = ""


class _App(Struct):
    id: Id | None = None
    slug: str | None = None


class _Person(Struct):
    login: str | None = None
    type: str | None = None


class _Named(Struct):
    id: Id | None = None
    full_name: str | None = None


class _Head(Struct):
    sha: str | None = None


class _Pull(Struct):
    number: Id | None = None
    head: _Head | None = None


class _Issue(Struct):
    number: Id | None = None
    pull_request: dict[str, object] | None = None


class _Comment(Struct):
    id: Id | None = None
    body: str | None = None
    state: str | None = None
    performed_via_github_app: _App | None = None


class _Old(Struct):
    from_: str | None = msgspec.field(default=None, name="from")


class _Changes(Struct):
    body: _Old | None = None


class _Branch(Struct):
    head_branch: str | None = None


class _Suite(Struct):
    app: _App | None = None
    head_sha: str | None = None
    head_branch: str | None = None
    check_suite: _Branch | None = None
    pull_requests: list[_Pull] | None = None

    @property
    def queue_branch(self) -> str | None:
        """The merge queue's branch, where the check is about one; a fork's checks name no branch."""
        branch = self.head_branch or (self.check_suite.head_branch if self.check_suite else None) or ""
        return branch if branch.startswith(QUEUE_BRANCHES) else None


class _Identified(Struct):
    identifier: str | None = None


class _MergeGroup(Struct):
    head_sha: str | None = None
    head_ref: str | None = None


class Payload(Struct):
    """The few keys of GitHub's payloads that we look at; every one may be absent or null."""

    action: str | None = None
    installation: _Named | None = None
    repository: _Named | None = None
    sender: _Person | None = None
    pull_request: _Pull | None = None
    issue: _Issue | None = None
    comment: _Comment | None = None
    review: _Comment | None = None
    changes: _Changes | None = None
    check_run: _Suite | None = None
    check_suite: _Suite | None = None
    requested_action: _Identified | None = None
    merge_group: _MergeGroup | None = None
    ref: str | None = None
    before: str | None = None
    after: str | None = None
    deleted: bool | None = None

    @property
    def remark(self) -> _Comment:
        """The comment or review that the payload is about, or an empty one."""
        return self.comment or self.review or _Comment()

    @property
    def check(self) -> _Suite:
        """The check run or suite that the payload is about, or an empty one."""
        return self.check_run or self.check_suite or _Suite()


_decode = msgspec.json.Decoder(Payload).decode


def read_payload(body: bytes) -> Payload:
    """The keys we look at, from raw bytes; raises Malformed where they cannot be what GitHub sends."""
    try:
        return _decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(str(error)) from error


def is_our_own(name: str, payload: Payload, app_id: int | None) -> bool:
    """Whether we caused the event, so that answering it would be talking to ourselves.

    A bot's comment is never a command (product.md, "by a person"), so bots are not told apart there;
    a check event counts as ours to ignore when its sender is the App that owns the check.
    """
    sender = payload.sender or _Person()
    if name in COMMENT_EVENTS or name == "pull_request_review_thread":
        via = payload.remark.performed_via_github_app
        return sender.type == "Bot" or (via is not None and app_id is not None and via.id == app_id)
    app = payload.check.app
    return app is not None and app.slug is not None and sender.login == f"{app.slug}[bot]"


def mentions_command(payload: Payload) -> bool:
    """Whether a command may stand in the text now, or stood there before an edit."""
    old = payload.changes.body if payload.changes else None
    texts = (payload.remark.body, old.from_ if old else None)
    return any(COMMAND_MARK in text.casefold() for text in texts if text)


def _pull_number(payload: Payload) -> int | None:
    if payload.pull_request:
        return payload.pull_request.number
    if payload.issue:
        return payload.issue.number if payload.issue.pull_request is not None else None
    pulls = payload.check.pull_requests or []
    return pulls[0].number if len(pulls) == 1 else None


def read_event(name: str, delivery: str, payload: Payload) -> Event:
    """The event of a payload; what the payload does not say is left empty."""
    group = payload.merge_group or _MergeGroup()
    pull = payload.pull_request or _Pull()
    head = pull.head.sha if pull.head else None
    return Event(
        delivery=delivery,
        name=name,
        action=payload.action or "",
        installation_id=(payload.installation or _Named()).id or 0,
        repository=(payload.repository or _Named()).full_name or "",
        repository_id=(payload.repository or _Named()).id or 0,
        pull_number=_pull_number(payload),
        head_sha=head or payload.check.head_sha or group.head_sha or payload.after,
        before_sha=payload.before,
        ref=group.head_ref or payload.check.queue_branch or payload.ref,
        comment_id=payload.remark.id,
        requested_action=payload.requested_action.identifier if payload.requested_action else None,
        sender=(payload.sender or _Person()).login or "",
    )
