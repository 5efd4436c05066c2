"""A worker takes a job, keeps its lease while it works, and settles it by what the handler said."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.jobs import Job, Kind
from bot.queue.inbox import Depth
from bot.queue.sqlite import SqliteInbox
from workers import embedded
from workers.attempt import Attempts, back_off
from workers.outcomes import Done, Outcome, Park, Retry, Wait

JOB = Job(kind=Kind.REVIEW, delivery="d-1", name="t", installation_id=5, repository_id=9, pull_number=3)


class Worker:
    """One worker on a fresh inbox, with a handler of the test."""

    def __init__(self, folder: Path, handle: Callable[[Job], Outcome], **settings: float) -> None:
        self.inbox = SqliteInbox(folder / "inbox.db", max_attempts=3)
        self.beats: list[float] = []
        self.attempts = Attempts(
            inbox=self.inbox,
            handle=handle,
            worker="w1",
            beat=lambda: self.beats.append(time.monotonic()),
            back_off=lambda _: 0.0,
            **({"lease_seconds": 10.0, "job_timeout": 30.0} | settings),
        )


def test_an_empty_inbox_is_no_work_but_a_sign_of_life(tmp_path: Path) -> None:
    worker = Worker(tmp_path, lambda _: Done())
    assert worker.attempts.take() is False
    assert len(worker.beats) == 1


def test_done_is_done(tmp_path: Path) -> None:
    seen: list[Job] = []
    worker = Worker(tmp_path, lambda job: seen.append(job) or Done())
    worker.inbox.accept(JOB)
    assert worker.attempts.take() is True
    assert worker.attempts.take() is False
    assert seen == [JOB]
    assert worker.inbox.depth() == Depth()


def test_follow_ups_wait_for_their_turn(tmp_path: Path) -> None:
    worker = Worker(tmp_path, lambda job: Done((job.follow_up(8), job.follow_up(9))))
    worker.inbox.accept(JOB)
    worker.attempts.take()
    assert worker.inbox.depth() == Depth(waiting=2)


def test_an_error_is_tried_again_and_then_parked_without_its_secrets(tmp_path: Path) -> None:
    def handle(_: Job) -> Outcome:
        raise RuntimeError("401 for ghs_12.secret " + "x" * 1000)

    worker = Worker(tmp_path, handle)
    worker.inbox.accept(JOB)
    assert [worker.attempts.take() for _ in range(4)] == [True, True, True, False]
    [(job, reason)] = worker.inbox.parked()
    assert job == JOB
    assert reason.startswith("RuntimeError: 401 for [redacted] x")
    assert len(reason) <= 500


def test_a_retry_may_name_its_time(tmp_path: Path) -> None:
    worker = Worker(tmp_path, lambda _: Retry("502", at=time.time() + 60))
    worker.inbox.accept(JOB)
    worker.attempts.take()
    assert worker.inbox.depth() == Depth(delayed=1)


def test_a_rate_limit_frees_the_worker_and_holds_the_installation(tmp_path: Path) -> None:
    worker = Worker(tmp_path, lambda _: Wait("rate limit", time.time() + 60, whole_installation=True))
    worker.inbox.accept(JOB)
    started = time.monotonic()
    worker.attempts.take()
    assert time.monotonic() - started < 5
    worker.inbox.accept(JOB.follow_up(4))
    assert worker.attempts.take() is False


def test_what_cannot_be_helped_is_parked_at_once(tmp_path: Path) -> None:
    worker = Worker(tmp_path, lambda _: Park("the repository is gone"))
    worker.inbox.accept(JOB)
    worker.attempts.take()
    assert worker.inbox.parked() == [(JOB, "the repository is gone")]


def test_long_work_keeps_its_lease(tmp_path: Path) -> None:
    others: list[object] = []

    def handle(_: Job) -> Outcome:
        time.sleep(1.0)
        others.append(worker.inbox.claim("w2", 10))
        return Done()

    worker = Worker(tmp_path, handle, lease_seconds=0.4)
    worker.inbox.accept(JOB)
    worker.attempts.take()
    assert others == [None]
    assert worker.inbox.depth() == Depth()
    assert len(worker.beats) > 3


def test_work_past_its_time_loses_its_lease(tmp_path: Path) -> None:
    taken: list[object] = []

    def handle(_: Job) -> Outcome:
        time.sleep(1.2)
        taken.append(worker.inbox.claim("w2", 10))
        return Done()

    worker = Worker(tmp_path, handle, lease_seconds=0.3, job_timeout=0.4)
    worker.inbox.accept(JOB)
    worker.attempts.take()
    assert taken[0] is not None
    assert worker.inbox.depth() == Depth(running=1)


@pytest.mark.parametrize(("attempts", "seconds"), [(1, 5), (2, 10), (5, 80), (8, 600), (40, 600)])
def test_back_off_grows_to_ten_minutes(attempts: int, seconds: int) -> None:
    assert back_off(attempts) == seconds


def test_a_stopped_worker_finishes_the_job_in_hand(tmp_path: Path) -> None:
    stop, began = threading.Event(), threading.Event()

    def handle(_: Job) -> Outcome:
        began.set()
        time.sleep(0.3)
        return Done()

    worker = Worker(tmp_path, handle)
    worker.inbox.accept(JOB)
    worker.inbox.accept(JOB.follow_up(4))
    thread = threading.Thread(target=embedded.run, args=(worker.attempts, stop))
    thread.start()
    began.wait(5)
    stop.set()
    thread.join(5)
    assert not thread.is_alive()
    assert worker.inbox.depth() == Depth(waiting=1)
