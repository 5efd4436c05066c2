"""What an inbox promises, whichever store keeps it."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Protocol

from msgspec import Struct

from bot.jobs import Job

KEEP_DONE_SECONDS = 8 * 86400.0  # GitHub lets a delivery be sent again for 3 days, an Enterprise Server for 7


class InboxUnreachable(Exception):
    """The store does not answer now; the caller may try again."""


class Verdict(StrEnum):
    """What became of a job that was offered to the inbox."""

    QUEUED = "queued"  # stored now
    KNOWN = "known"  # stored earlier and not done yet
    DONE = "done"  # this delivery's work is finished


class Lease(Struct, frozen=True):
    """A job that one worker may work on until the lease runs out; the token proves who holds it."""

    job: Job
    token: str
    attempts: int
    until: float


class Depth(Struct, frozen=True):
    """How many jobs are where."""

    waiting: int = 0
    delayed: int = 0
    running: int = 0
    parked: int = 0


class Inbox(Protocol):
    """A durable queue of jobs; every method raises InboxUnreachable where the store does not answer.

    Per topic at most one job waits (the newest wins) and per lane at most one runs. Installations take
    turns. A lease that runs out puts its job back; a job that has used its attempts is parked.
    """

    def accept(self, job: Job) -> Verdict:
        """Stores a job before it returns; a delivery that is done stays done, a parked one runs again."""

    def claim(self, worker: str, lease_seconds: float) -> Lease | None:
        """The next job that may run now, counted as one more attempt, or None."""

    def extend(self, lease: Lease, lease_seconds: float) -> bool:
        """Keeps a job longer; False where the lease is lost, and then so is the right to act."""

    def done(self, lease: Lease, follow_ups: Iterable[Job] = ()) -> bool:
        """Marks a job as done and stores the jobs that follow from it, or does neither (False)."""

    def retry(self, lease: Lease, at: float, reason: str, *, counts: bool = True) -> bool:
        """Puts a job back until a time; a wait that is not the job's fault does not count as an attempt."""

    def park(self, lease: Lease, reason: str) -> bool:
        """Sets a job aside with its error, out of the way of others."""

    def pause(self, installation_id: int, until: float) -> None:
        """Takes no job of an installation before a time, as its rate limit asks."""

    def depth(self) -> Depth:
        """How many jobs wait, run and are parked."""

    def oldest_age(self) -> float:
        """For how many seconds a job has been free to run without being taken; 0 where none is."""

    def parked(self, limit: int = 20) -> list[tuple[Job, str]]:
        """The jobs set aside last, each with its error."""

    def prune(self) -> int:
        """Forgets work that was done too long ago to be delivered again; says how much."""
