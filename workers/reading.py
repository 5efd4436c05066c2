"""From a pull request's true state to a review of it: fetch, settings at the base, thread, engine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from bot.commands.replay import Ledger, replay
from bot.commands.spec import Rank
from bot.github.open_files import files_added
from bot.github.state import Pull
from bot.logs import log
from bot.metrics import STAGE_SECONDS
from checks.engine import prepare, review
from checks.model import Review
from checks.numbering import number_in_name
from checks.owners import approvers
from checks.process import Process
from checks.proposal import is_proposal
from checks.registry import rule_names
from checks.snapshot import Snapshot
from checks.subject import Subject
from config.profile import PathKinds, Profile
from workers.drafts import asked_for, drafts
from workers.profiles import settled_change
from workers.repository import Repository
from workers.visit import Visit


@dataclass(frozen=True)
class Commits:
    """What is compared: two object ids, and a name for what the second one is the head of."""

    base: str
    head: str
    base_ref: str
    name: str


@dataclass(frozen=True)
class Reading:
    """A pull request, the change in it, what the thread says, and what we say."""

    pull: Pull
    snapshot: Snapshot
    profile: Profile
    ledger: Ledger
    review: Review
    drafts: Mapping[str, str]


def commits_of(pull: Pull) -> Commits:
    """The pull request's own two commits."""
    return Commits(pull.base_sha, pull.head_sha, pull.base_ref, f"pull {pull.number}")


@contextmanager
def timed(stage: str) -> Iterator[None]:
    """Counts how long a stage of a review took."""
    started = time.monotonic()
    yield
    STAGE_SECONDS.labels(stage).observe(time.monotonic() - started)


@contextmanager
def fetched(visit: Visit, commits: Commits) -> Iterator[Repository]:
    """The bare copy, with both commits and the contents that a review may look at."""
    with timed("fetch"):
        mirror = visit.mirror
        repository = mirror.fetch(commits.base, commits.head, commits.base_ref, commits.name)
        start = repository.merge_base(commits.base, commits.head)
        mirror.prefetch([start, commits.head], PathKinds().vendored)
    repository.complete = lambda commit: mirror.prefetch([commit], ())
    with repository:
        yield repository


def read_change(
    visit: Visit, pull: Pull, commits: Commits | None = None, drafting: Iterable[str] = ()
) -> Reading:
    """Reads and reviews a change; raises GitError where the commits cannot be had.

    `commits` stand in for the pull request's own where a merge group is judged; `drafting` names drafts that
    are wanted besides those that the thread asks for.
    """
    commits = commits or commits_of(pull)
    with fetched(visit, commits) as repository:
        with timed("read"):
            change, profile = settled_change(repository, commits.base, commits.head, (visit.name,))
            ledger = replay(pull, _ranks(visit, pull, change, profile), rule_names())
            taken = numbers_taken(visit, pull, change, profile)
        with timed("think"):
            subject = subject_of(pull, ledger, taken)
            said = review(change, profile, subject)
            wanted = asked_for(ledger) | set(drafting)
            written = drafts(wanted, prepare(change, profile, subject)) if wanted else {}
    for failure in said.failures:
        log.error("part of a review failed", what=failure.what, path=failure.path, trace=failure.trace)
    return Reading(pull, change, profile, ledger, said, written)


def numbers_taken(visit: Visit, pull: Pull, change: Snapshot, profile: Profile) -> dict[str, str]:
    """Proposal numbers that other open pull requests add, asked only where this one adds a proposal."""
    process = Process(change.base, profile)
    if not any(c.status == "A" and c.new_path and is_proposal(c.new_path, process) for c in change.changes):
        return {}
    added = files_added(visit.github, visit.name, pull.number)
    found = ((number_in_name(path, profile.proposals), n) for n, path in added if is_proposal(path, process))
    return {number: f"pull request {n}" for number, n in found if number}


def subject_of(pull: Pull, ledger: Ledger, taken: Mapping[str, str]) -> Subject:
    """What people said around the change, as the engine takes it."""
    return Subject(
        title=pull.title,
        body=pull.body,
        author=pull.author.login if pull.author else "",
        labels=pull.labels,
        override=ledger.override,
        waivers=ledger.waivers,
        answers=ledger.answers,
        numbers_taken=taken,
        approved_by=pull.approved_by,
        posted=True,
    )


def _ranks(visit: Visit, pull: Pull, change: Snapshot, profile: Profile) -> Callable[[str], Rank]:
    """Ranks by the owners' files at the base, for every path that the change touches, then by role."""
    paths = sorted({p for c in change.changes for p in (c.old_path, c.new_path) if p})
    author = pull.author.login if pull.author else None

    def approves(login: str) -> bool:
        named = ((a.casefold() for a in approvers(change.tip, path, profile)) for path in paths)
        return bool(paths) and all(login.casefold() in names for names in named)

    return lambda login: visit.rank(login, author, approves=approves(login))
