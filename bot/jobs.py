"""Decides which job an event asks for, and which jobs belong together."""

from enum import StrEnum

import msgspec

from bot.events import (
    COMMENT_EVENTS,
    QUEUE_BRANCHES,
    Event,
    Payload,
    is_our_own,
    mentions_command,
    read_event,
)


class Kind(StrEnum):
    """What a worker is asked to do."""

    REVIEW = "review"  # look at one pull request again
    COMMAND = "command"  # a comment with a command was written, edited or deleted
    RERUN = "rerun"  # somebody pressed Re-run; the pull request may have to be found by its head
    REQUESTED_ACTION = "requested-action"  # somebody pressed a button of our check run
    MERGE_GROUP = "merge-group"  # the merge queue waits for our check on a group's head
    BASE_PUSH = "base-push"  # a branch moved that pull requests may be aimed at
    INSTALLATION = "installation"  # repositories were added or removed
    SWEEP = "sweep"  # compare GitHub's truth with what should be there


SUBSCRIBED = (
    *COMMENT_EVENTS,
    *("pull_request", "pull_request_review_thread", "check_run", "check_suite", "merge_group", "push"),
    *("installation", "installation_repositories", "ping"),
)
PULL_REQUEST_ACTIONS = frozenset(
    "opened synchronize reopened edited closed ready_for_review converted_to_draft labeled unlabeled".split()
)
DECIDING_REVIEWS = frozenset({"approved", "changes_requested", "dismissed"})


class Job(Event, frozen=True, kw_only=True, omit_defaults=True):
    """One piece of work: an event and what kind of work it asks for."""

    kind: Kind

    @property
    def lane(self) -> str:
        """Jobs of one lane run one at a time; by ids, so that a renamed repository keeps its lane."""
        if self.kind is Kind.SWEEP:
            return "sweep"
        if self.kind is Kind.INSTALLATION:
            return f"installation {self.installation_id}"
        if self.pull_number is not None:
            return f"{self.repository_id}#{self.pull_number}"
        return f"{self.repository_id}@{self.ref or self.head_sha}"

    @property
    def topic(self) -> str:
        """A newer job replaces a waiting one of the same topic, since both would read the same truth."""
        if self.kind is Kind.INSTALLATION:
            return f"{self.lane} {self.delivery}"
        if self.kind is Kind.COMMAND:
            return f"{self.lane} {self.name} {self.comment_id}"
        if self.kind is Kind.BASE_PUSH:  # each push touches other files, so none replaces another
            return f"{self.lane} {self.head_sha}"
        return f"{self.lane} {self.kind} {self.requested_action or ''}".rstrip()

    def follow_up(self, pull_number: int) -> "Job":
        """The same for one pull request that this job turned out to concern: a re-run stays a re-run."""
        return msgspec.structs.replace(
            self,
            kind=self.kind if self.kind in (Kind.RERUN, Kind.REQUESTED_ACTION) else Kind.REVIEW,
            pull_number=pull_number,
            delivery=f"{self.delivery}/{pull_number}",
            comment_id=None,
        )


def kind_of(event: Event, payload: Payload, app_id: int | None) -> Kind | None:
    """The kind of work that an event of interface.md asks for; None where no reader would use it."""
    name, action = event.name, event.action
    if name == "pull_request":
        return Kind.REVIEW if action in PULL_REQUEST_ACTIONS else None
    if name in COMMENT_EVENTS and event.pull_number is not None:
        return _kind_of_comment(event, payload)
    if name == "pull_request_review_thread":
        return Kind.REVIEW if action in ("resolved", "unresolved") else None
    if name in ("check_run", "check_suite"):
        return _kind_of_check(event, payload, app_id)
    if name == "merge_group":
        return Kind.MERGE_GROUP if action == "checks_requested" else None
    if name == "push":
        return Kind.BASE_PUSH if _moves_a_base(event, payload) else None
    return Kind.INSTALLATION if name in ("installation", "installation_repositories") else None


def _kind_of_comment(event: Event, payload: Payload) -> Kind | None:
    if mentions_command(payload):
        return Kind.COMMAND
    decides = (payload.remark.state or "").casefold() in DECIDING_REVIEWS
    return Kind.REVIEW if event.name == "pull_request_review" and decides else None


def _kind_of_check(event: Event, payload: Payload, app_id: int | None) -> Kind | None:
    app = payload.check.app
    if app_id is not None and app is not None and app.id != app_id:
        return None
    if event.action == "rerequested":
        return Kind.MERGE_GROUP if payload.check.queue_branch else Kind.RERUN
    return Kind.REQUESTED_ACTION if event.action == "requested_action" else None


def _moves_a_base(event: Event, payload: Payload) -> bool:
    ref = event.ref or ""
    queued = ref.startswith(f"refs/heads/{QUEUE_BRANCHES}")  # announced by merge_group
    return ref.startswith("refs/heads/") and not queued and not payload.deleted


def _is_addressed(job: Job) -> bool:
    """Whether the ids are there without which no worker could find what the job is about."""
    if job.kind is Kind.INSTALLATION:
        return bool(job.installation_id)
    located = bool(job.installation_id and job.repository_id and "/" in job.repository)
    return located and (job.pull_number is not None or job.head_sha is not None)


def read_job(name: str, delivery: str, payload: Payload, *, app_id: int | None) -> Job | None:
    """The job that a delivery asks for, or None where it is our own doing or nobody would use it."""
    event = read_event(name, delivery, payload)
    if is_our_own(name, payload, app_id):
        return None
    kind = kind_of(event, payload, app_id)
    if kind is None:
        return None
    job = Job(kind=kind, **msgspec.structs.asdict(event))
    return job if _is_addressed(job) else None


def sweep_job(now: float) -> Job:
    """The job that compares GitHub's truth with what should be there."""
    return Job(kind=Kind.SWEEP, name="sweep", delivery=f"sweep-{now:.3f}")
