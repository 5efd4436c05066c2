"""Compares GitHub's truth with what should be there: what is missing is sent again or reviewed again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial

from structlog.contextvars import bound_contextvars

from bot.github.connection import App
from bot.github.errors import GitHubError
from bot.github.installations import Delivery, installations, lost_deliveries, redeliver, repositories
from bot.github.open_pulls import OpenPull, open_pulls
from bot.jobs import Job, Kind
from bot.logs import log
from bot.metrics import MENDED, SWEEPS
from bot.publish.check import speaks_for
from bot.publish.unfinished import UNFINISHED

STUCK = timedelta(minutes=15)  # a review takes seconds, so a run in progress for longer was abandoned
MAX_REDELIVERIES = 200


@dataclass
class Mended:
    """What a sweep found missing and mended, and what it could not look at."""

    redelivered: int = 0
    revived: int = 0
    reviews: list[Job] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        said = f"{self.redelivered} lost deliveries sent again, {len(self.reviews)} pull requests to review."
        if self.revived:
            said += f" {self.revived} failed jobs tried again."
        return f"{said} Not looked at: {'; '.join(self.unseen)}" if self.unseen else said


def sweep(app: App, check_name: str, sweep_id: str, now: datetime | None = None) -> Mended:
    """Looks at every installation. One that fails is noted and costs the others nothing."""
    now = now or datetime.now(UTC)
    mended = Mended()
    _guarded(mended, "deliveries", lambda: _redeliver(app, mended, now))
    for installation in installations(app):
        if not installation.suspended:
            found = partial(look, app, check_name, sweep_id, installation.id, now)
            _guarded(mended, f"installation {installation.id}", found)
    SWEEPS.labels("partial" if mended.unseen else "whole").inc()
    MENDED.labels("delivery").inc(mended.redelivered)
    MENDED.labels("verdict").inc(len(mended.reviews))
    log.info("swept", mended=str(mended))
    return mended


def _guarded(mended: Mended, what: str, find: Callable[[], Iterable[Job]]) -> None:
    try:
        mended.reviews.extend(find())
    except GitHubError as error:
        mended.unseen.append(f"{what} ({error})")


def _redeliver(app: App, mended: Mended, now: datetime) -> Iterable[Job]:
    """Has lost deliveries sent again, so that their jobs come by themselves."""
    lost: list[Delivery] = lost_deliveries(app, now)
    for delivery in lost[:MAX_REDELIVERIES]:
        redeliver(app, delivery)
        mended.redelivered += 1
    return ()


def look(
    app: App, check_name: str, origin: str, installation: int, now: datetime | None = None
) -> Iterator[Job]:
    """A review for each open pull request of an installation that lacks a verdict."""
    github, now = app.client(installation), now or datetime.now(UTC)
    for repository_id, name in repositories(github):
        with bound_contextvars(installation=installation):
            pulls = list(open_pulls(github, name, app.app_id, check_name))
        wrong = {p.number for p in pulls if lacks_verdict(p, now)} | set(misspoken(pulls))
        for pull in (p for p in pulls if p.number in wrong):
            yield review_job(origin, installation, repository_id, name, pull)


def lacks_verdict(pull: OpenPull, now: datetime) -> bool:
    """Whether the head has no verdict of ours, and nobody seems to be at work on one."""
    if pull.status == "completed" and pull.key != UNFINISHED:
        return False
    if pull.status is None or pull.started_at is None:
        return True
    return now - datetime.fromisoformat(pull.started_at) > STUCK


def misspoken(pulls: Iterable[OpenPull]) -> Iterator[int]:
    """One pull request for each head whose run speaks for others than those that have this head now."""
    heads: dict[str, list[OpenPull]] = {}
    for pull in pulls:
        heads.setdefault(pull.head_sha, []).append(pull)
    for together in heads.values():
        meant = {p.number for p in together} if len(together) > 1 else set()
        if together[0].status == "completed" and speaks_for(together[0].key) != meant:
            yield together[0].number


def review_job(origin: str, installation: int, repository_id: int, name: str, pull: OpenPull) -> Job:
    """A review that nobody asked for by an event; its name says where it comes from."""
    return Job(
        kind=Kind.REVIEW,
        name="sweep",
        delivery=f"{origin}/{repository_id}/{pull.number}",
        installation_id=installation,
        repository=name,
        repository_id=repository_id,
        pull_number=pull.number,
        head_sha=pull.head_sha,
    )


def reviews_of(app: App, check_name: str, origin: Job, base: str | None = None) -> Iterator[Job]:
    """A review for each open pull request of the repository of a job, or those aimed at one branch."""
    github = app.client(origin.installation_id)
    for pull in open_pulls(github, origin.repository, app.app_id, check_name, base):
        yield review_job(
            origin.delivery, origin.installation_id, origin.repository_id, origin.repository, pull
        )
