"""What an inbox promises, one promise a test, for the store in a file and the store in Redis."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.jobs import Job, Kind, sweep_job
from bot.queue.inbox import KEEP_DONE_SECONDS, Depth, Inbox, InboxUnreachable, Verdict
from bot.queue.redis_inbox import RedisInbox
from bot.queue.sqlite import SqliteInbox
from tests.doubles.redis_server import RedisServer


class Clock:
    """Time that moves when the test says so."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    yield server
    server.kill()


@pytest.fixture(params=["sqlite", "redis"])
def inbox(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Inbox:
    if request.param == "sqlite":
        return SqliteInbox(tmp_path / "inbox.db", max_attempts=3, clock=clock)
    url = request.getfixturevalue("server").url
    return RedisInbox(url, max_attempts=3, prefix=f"{tmp_path.name}:", clock=clock)


def review(delivery: str, pull: int = 1, installation: int = 1, **more: object) -> Job:
    return Job(
        kind=more.pop("kind", Kind.REVIEW),
        delivery=delivery,
        name="pull_request",
        installation_id=installation,
        repository="octo/app",
        repository_id=installation,
        pull_number=pull,
        **more,
    )


def claimed(inbox: Inbox) -> str | None:
    lease = inbox.claim("w1", 60)
    return lease.job.delivery if lease else None


def test_an_empty_inbox_has_nothing_to_do(inbox: Inbox) -> None:
    assert inbox.claim("w1", 60) is None
    assert inbox.depth() == Depth()
    assert inbox.oldest_age() == 0
    assert inbox.parked() == []


def test_a_done_delivery_is_a_no_op(inbox: Inbox) -> None:
    inbox.accept(review("a"))
    assert inbox.done(inbox.claim("w1", 60))
    assert inbox.accept(review("a")) is Verdict.DONE
    assert inbox.claim("w1", 60) is None


def test_a_delivery_only_seen_is_still_done(inbox: Inbox, clock: Clock) -> None:
    inbox.accept(review("a"))
    assert inbox.accept(review("a")) is Verdict.KNOWN
    assert claimed(inbox) == "a"
    assert inbox.accept(review("a")) is Verdict.KNOWN
    clock.now += 61
    assert claimed(inbox) == "a"


def test_the_newest_event_of_a_pull_request_wins(inbox: Inbox) -> None:
    for delivery in "abc":
        inbox.accept(review(delivery))
    assert claimed(inbox) == "c"
    assert inbox.claim("w1", 60) is None
    assert inbox.accept(review("a")) is Verdict.DONE


def test_a_newer_event_keeps_the_place_in_the_queue(inbox: Inbox, clock: Clock) -> None:
    inbox.accept(review("first", pull=1))
    clock.now += 1
    inbox.accept(review("other", pull=2))
    clock.now += 1
    inbox.accept(review("newer", pull=1))
    assert [claimed(inbox), claimed(inbox)] == ["newer", "other"]


def test_commands_do_not_replace_each_other(inbox: Inbox) -> None:
    for comment in (7, 8):
        inbox.accept(review(f"c{comment}", kind=Kind.COMMAND, comment_id=comment))
    first = inbox.claim("w1", 60)
    inbox.done(first)
    assert {first.job.comment_id, inbox.claim("w1", 60).job.comment_id} == {7, 8}


def test_one_pull_request_has_one_worker(inbox: Inbox) -> None:
    inbox.accept(review("a"))
    lease = inbox.claim("w1", 60)
    inbox.accept(review("b"))
    assert inbox.claim("w2", 60) is None
    assert inbox.oldest_age() == 0
    inbox.done(lease)
    assert claimed(inbox) == "b"


def test_a_busy_installation_does_not_starve_a_quiet_one(inbox: Inbox) -> None:
    for pull in range(5):
        inbox.accept(review(f"busy{pull}", pull=pull, installation=1))
    inbox.accept(review("quiet", installation=2))
    assert "quiet" in [claimed(inbox), claimed(inbox)]


def test_a_silent_worker_loses_its_job_and_its_say(inbox: Inbox, clock: Clock) -> None:
    inbox.accept(review("a"))
    lost = inbox.claim("w1", 60)
    clock.now += 59
    assert inbox.extend(lost, 60)
    clock.now += 61
    assert inbox.oldest_age() == 1
    again = inbox.claim("w2", 60)
    assert again.attempts == 2
    assert not inbox.extend(lost, 60)
    assert not inbox.done(lost)
    assert inbox.done(again)


def test_a_back_off_frees_the_worker_and_comes_back(inbox: Inbox, clock: Clock) -> None:
    inbox.accept(review("a", pull=1))
    inbox.accept(review("b", pull=2))
    first = inbox.claim("w1", 60)
    inbox.retry(first, clock.now + 30, "GitHub answered 502")
    assert inbox.depth() == Depth(waiting=1, delayed=1)
    assert claimed(inbox) != first.job.delivery
    assert claimed(inbox) is None
    clock.now += 30
    assert claimed(inbox) == first.job.delivery


def test_a_failing_job_is_parked_with_its_error(inbox: Inbox, clock: Clock) -> None:
    inbox.accept(review("a"))
    for _ in range(3):
        inbox.retry(inbox.claim("w1", 60), clock.now, "GitHub answered 502")
    assert inbox.claim("w1", 60) is None
    assert [(job.delivery, reason) for job, reason in inbox.parked()] == [("a", "GitHub answered 502")]


def test_a_job_that_kills_its_worker_is_parked(inbox: Inbox, clock: Clock) -> None:
    inbox.accept(review("a"))
    for _ in range(3):
        assert claimed(inbox) == "a"
        clock.now += 61
    assert claimed(inbox) is None
    assert inbox.parked()[0][1] == "w1 fell silent"


def test_waiting_for_a_rate_limit_never_parks(inbox: Inbox, clock: Clock) -> None:
    inbox.accept(review("a"))
    for _ in range(10):
        assert inbox.retry(inbox.claim("w1", 60), clock.now, "rate limit", counts=False)
    assert inbox.claim("w1", 60).attempts == 1


def test_a_parked_delivery_runs_when_it_is_sent_again(inbox: Inbox) -> None:
    inbox.accept(review("a"))
    inbox.park(inbox.claim("w1", 60), "hopeless")
    assert inbox.accept(review("a")) is Verdict.QUEUED
    assert inbox.depth() == Depth(waiting=1)
    assert inbox.claim("w1", 60).attempts == 1


def test_newer_work_clears_what_was_parked(inbox: Inbox) -> None:
    inbox.accept(review("a"))
    inbox.park(inbox.claim("w1", 60), "hopeless")
    inbox.accept(review("b"))
    inbox.done(inbox.claim("w1", 60))
    assert inbox.depth() == Depth()


def test_a_paused_installation_holds_up_nobody_else(inbox: Inbox, clock: Clock) -> None:
    inbox.accept(review("limited", installation=1))
    inbox.accept(review("free", installation=2))
    inbox.pause(1, clock.now + 60)
    inbox.pause(1, clock.now + 5)
    assert [claimed(inbox), claimed(inbox)] == ["free", None]
    assert inbox.oldest_age() == 0
    clock.now += 60
    assert claimed(inbox) == "limited"


def test_follow_ups_are_stored_with_the_end_of_their_job(inbox: Inbox) -> None:
    push = review("push", kind=Kind.BASE_PUSH, ref="refs/heads/main")
    inbox.accept(push)
    lease = inbox.claim("w1", 60)
    follow_ups = [push.follow_up(number) for number in (4, 5)]
    assert inbox.done(lease, follow_ups)
    assert not inbox.done(lease, [push.follow_up(6)])
    assert {claimed(inbox), claimed(inbox), claimed(inbox)} == {"push/4", "push/5", None}


def test_many_follow_ups_are_one_step(inbox: Inbox) -> None:
    inbox.accept(sweep_job(1.0))
    lease = inbox.claim("w1", 60)
    assert inbox.done(lease, [review(f"s/{number}", pull=number) for number in range(3000)])
    assert inbox.depth() == Depth(waiting=3000)


def test_done_work_is_forgotten_after_its_time(tmp_path: Path, clock: Clock) -> None:
    inbox = SqliteInbox(tmp_path / "inbox.db", clock=clock)
    inbox.accept(review("a"))
    inbox.done(inbox.claim("w1", 60))
    clock.now += KEEP_DONE_SECONDS - 1
    assert inbox.prune() == 0
    clock.now += 2
    assert inbox.prune() == 1


def test_redis_tells_a_worker_again_of_what_was_not_taken(tmp_path: Path, clock: Clock) -> None:
    server = RedisServer(tmp_path)
    inbox = RedisInbox(server.url, resend_seconds=10, clock=clock)
    inbox.accept(review("a", pull=1))
    inbox.accept(review("b", pull=2))
    assert inbox.unsent() == []
    inbox.done(inbox.claim("w1", 60))
    clock.now += 10
    assert len(inbox.unsent()) == 1
    assert inbox.unsent() == []
    inbox.claim("w1", 5)
    clock.now += 10
    assert len(inbox.unsent()) == 1  # its worker fell silent
    server.kill()


def test_a_dead_store_is_named_as_such(tmp_path: Path) -> None:
    server = RedisServer(tmp_path)
    inbox = RedisInbox(server.url)
    inbox.accept(review("a"))
    server.kill()
    with pytest.raises(InboxUnreachable, match="Redis"):
        inbox.accept(review("b"))
    server.start()
    assert inbox.accept(review("b")) is Verdict.QUEUED
    server.kill()


WRITER = """
import sys; from pathlib import Path
from bot.jobs import Job, Kind; from bot.queue.sqlite import SqliteInbox
inbox = SqliteInbox(Path(sys.argv[1]))
for n in range(100):
    inbox.accept(Job(kind=Kind.REVIEW, delivery=f"{sys.argv[2]}-{n}", name="t", pull_number=n,
                     repository_id=int(sys.argv[2])))
"""


def test_processes_share_one_file(tmp_path: Path) -> None:
    inbox = SqliteInbox(tmp_path / "inbox.db")
    command = [sys.executable, "-c", WRITER, str(tmp_path / "inbox.db")]
    writers = [subprocess.Popen([*command, str(number)]) for number in range(3)]
    assert [writer.wait(timeout=30) for writer in writers] == [0, 0, 0]
    assert inbox.depth() == Depth(waiting=300)
