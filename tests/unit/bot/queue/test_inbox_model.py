"""Both inboxes do what a plain model of one says, whatever the order of calls."""

import itertools
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.jobs import Job, Kind
from bot.queue.inbox import Inbox, Lease, Verdict
from bot.queue.redis_inbox import RedisInbox
from bot.queue.sqlite import SqliteInbox
from tests.doubles.redis_server import RedisServer

MAX_ATTEMPTS = 2
NUMBER = itertools.count()


@dataclass
class Row:
    """What the model knows of one delivery."""

    job: Job
    state: str = "waiting"
    position: float = 0
    not_before: float = 0
    attempts: int = 0
    until: float = 0
    lease: Lease | None = field(default=None)


class InboxMachine(RuleBasedStateMachine):
    """Drives an inbox and a model of it side by side; the clock moves only when the machine says so."""

    def open(self) -> Inbox:
        raise NotImplementedError

    @initialize()
    def start(self) -> None:
        self.now, self.rows = 1_000_000.0, {}
        self.paused: dict[int, float] = {}
        self.turns: dict[int, int] = {}
        self.inbox = self.open()

    def of(self, state: str, **wanted: object) -> list[Row]:
        found = [row for row in self.rows.values() if row.state == state]
        return [r for r in found if all(getattr(r.job, k) == v for k, v in wanted.items())]

    def free(self) -> list[Row]:
        busy = {row.job.lane for row in self.of("leased")}
        return [row for row in self.of("waiting") if self.since(row) <= self.now and row.job.lane not in busy]

    def since(self, row: Row) -> float:
        return max(row.position, row.not_before, self.paused.get(row.job.installation_id, 0))

    @rule(
        delivery=st.integers(1, 12),
        pull=st.integers(1, 3),
        installation=st.integers(1, 3),
        comment=st.sampled_from([None, 5, 6]),
    )
    def accept(self, delivery: int, pull: int, installation: int, comment: int | None) -> None:
        job = Job(
            kind=Kind.COMMAND if comment else Kind.REVIEW,
            delivery=f"d{delivery}",
            name="test",
            installation_id=installation,
            repository="octo/app",
            repository_id=installation,
            pull_number=pull,
            comment_id=comment,
        )
        known = self.rows.get(job.delivery)
        if known and known.state != "parked":
            expected = Verdict.DONE if known.state == "done" else Verdict.KNOWN
            assert self.inbox.accept(known.job) is expected
            return
        job = known.job if known else job
        assert self.inbox.accept(job) is Verdict.QUEUED
        position = self.now
        for older in self.of("waiting", topic=job.topic):
            older.state, position = "done", older.position
        self.rows[job.delivery] = Row(job, position=position)

    @rule(seconds=st.sampled_from([1.0, 7.0, 30.0]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @rule()
    def claim(self) -> None:
        lease = self.inbox.claim("w", 20)
        for row in self.of("leased"):
            if row.until <= self.now:
                self.put_back(row, self.now, counts=True)
        free = self.free()
        assert (lease is None) == (not free)
        if lease is None:
            return
        row = self.rows[lease.job.delivery]
        assert row in free
        assert lease.job == row.job
        turn = self.turns.get(row.job.installation_id, 0)
        assert turn == min(self.turns.get(r.job.installation_id, 0) for r in free)
        mates = [r for r in free if r.job.installation_id == row.job.installation_id]
        place = max(row.position, row.not_before)
        assert place == min(max(r.position, r.not_before) for r in mates)
        self.turns[row.job.installation_id] = max(self.turns.values(), default=0) + 1
        row.state, row.lease, row.until, row.attempts = "leased", lease, lease.until, row.attempts + 1
        assert lease.attempts == row.attempts

    def put_back(self, row: Row, at: float, *, counts: bool) -> None:
        if self.of("waiting", topic=row.job.topic):
            row.state = "done"
        elif counts and row.attempts >= MAX_ATTEMPTS:
            self.set_aside(row)
        else:
            row.state, row.not_before = "waiting", at
            row.attempts -= 0 if counts else 1

    def set_aside(self, row: Row) -> None:
        for older in self.of("parked", topic=row.job.topic):
            older.state = "done"
        row.state = "parked"

    def held(self) -> list[Row]:
        return [row for row in self.rows.values() if row.lease]

    @precondition(lambda self: self.held())
    @rule(data=st.data(), how=st.sampled_from(["done", "retry", "wait", "park", "extend"]))
    def settle(self, data: st.DataObject, how: str) -> None:
        row = data.draw(st.sampled_from(self.held()))
        lease, valid = row.lease, row.state == "leased"
        calls = {
            "done": lambda: self.inbox.done(lease),
            "retry": lambda: self.inbox.retry(lease, self.now + 9, "failed"),
            "wait": lambda: self.inbox.retry(lease, self.now + 9, "limited", counts=False),
            "park": lambda: self.inbox.park(lease, "hopeless"),
            "extend": lambda: self.inbox.extend(lease, 20),
        }
        assert calls[how]() is valid
        if how == "extend":
            row.until = self.now + 20 if valid else row.until
            return
        row.lease = None
        if valid and how == "done":
            row.state = "done"
            for older in self.of("parked", topic=row.job.topic):
                older.state = "done"
        elif valid and how == "park":
            self.set_aside(row)
        elif valid:
            self.put_back(row, self.now + 9, counts=how == "retry")

    @rule(installation=st.integers(1, 3))
    def pause(self, installation: int) -> None:
        self.inbox.pause(installation, self.now + 10)
        self.paused[installation] = max(self.paused.get(installation, 0), self.now + 10)

    @invariant()
    def the_counts_agree(self) -> None:
        depth = self.inbox.depth()
        due = [row for row in self.of("waiting") if row.not_before <= self.now]
        assert depth.waiting == len(due)
        assert depth.delayed == len(self.of("waiting")) - len(due)
        assert depth.running == len(self.of("leased"))
        assert depth.parked == len(self.of("parked"))
        assert {job.delivery for job, _ in self.inbox.parked()} == {
            row.job.delivery for row in self.of("parked")
        }
        ages = [self.now - self.since(row) for row in self.free()]
        ages += [self.now - row.until for row in self.of("leased") if row.until <= self.now]
        assert self.inbox.oldest_age() == pytest.approx(max(ages, default=0))


BOUNDED = settings(
    max_examples=60,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


def test_sqlite_inbox_is_the_model(tmp_path: Path) -> None:
    class SqliteMachine(InboxMachine):
        def open(self) -> Inbox:
            self.folder = tempfile.TemporaryDirectory(dir=tmp_path)
            path = Path(self.folder.name) / "inbox.db"
            return SqliteInbox(path, max_attempts=MAX_ATTEMPTS, clock=lambda: self.now)

    run(SqliteMachine)


def test_redis_inbox_is_the_model(tmp_path: Path) -> None:
    server = RedisServer(tmp_path)

    class RedisMachine(InboxMachine):
        def open(self) -> Inbox:
            prefix = f"test{next(NUMBER)}:"
            return RedisInbox(server.url, max_attempts=MAX_ATTEMPTS, prefix=prefix, clock=lambda: self.now)

    try:
        run(RedisMachine)
    finally:
        server.kill()


def run(machine: type[InboxMachine]) -> None:
    """Runs the state machine, and fails with the shortest sequence of calls that shows a difference."""
    case = machine.TestCase
    case.settings = BOUNDED
    case("runTest").runTest()
