"""Dead and deaf processes are started again, and all end when the supervisor is told to."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.jobs import Job, Kind, sweep_job
from bot.queue.inbox import InboxUnreachable
from bot.queue.sqlite import SqliteInbox
from workers.supervisor import Child, Supervisor

STARTED = "import sys, pathlib, os; open(sys.argv[1], 'a').write(f'{os.getpid()}\\n'); "


class Running:
    """A supervisor in a thread, over one child that notes each start."""

    def __init__(self, folder: Path, program: str, beat: Path | None, **settings: object) -> None:
        self.starts, self.inbox = folder / "starts", SqliteInbox(folder / "inbox.db")
        child = Child("child", [sys.executable, "-c", STARTED + program, str(self.starts)], {}, beat)
        self.supervisor = Supervisor([child], self.inbox, **({"stall_seconds": 1.0} | settings))
        self._thread = threading.Thread(target=self.supervisor.watch, daemon=True)
        self._thread.start()

    def pids(self) -> list[int]:
        return [int(line) for line in self.starts.read_text().split()] if self.starts.exists() else []

    def stop(self) -> float:
        began = time.monotonic()
        self.supervisor.stop()
        self._thread.join(40)
        return time.monotonic() - began


def eventually(true: Callable[[], bool], seconds: float = 15) -> bool:
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.05)
    return true()


def alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


Run = Callable[..., Running]


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    started: list[Running] = []

    def start(program: str, beat: Path | None = None, **settings: object) -> Running:
        started.append(Running(tmp_path, program, beat, **settings))
        return started[-1]

    yield start
    for running in started:
        running.stop()


@pytest.fixture
def beat(tmp_path: Path) -> Path:
    return tmp_path / "beat"


def test_a_healthy_child_is_left_alone_and_ends_when_told(run: Run, beat: Path) -> None:
    running = run("import time; time.sleep(60)", beat)
    time.sleep(2.5)
    [pid] = running.pids()
    assert running.stop() < 5
    assert not alive(pid)


def test_a_dead_child_is_started_again(run: Run) -> None:
    running = run("raise SystemExit(1)")
    assert eventually(lambda: len(running.pids()) >= 2)
    running.stop()


def test_a_child_that_dies_at_once_is_not_started_in_a_tight_loop(run: Run) -> None:
    running = run("raise SystemExit(1)")
    time.sleep(4)
    running.stop()
    assert len(running.pids()) <= 4


def test_a_silent_child_is_left_alone_while_nothing_waits(run: Run, beat: Path) -> None:
    running = run("import time; time.sleep(60)", beat)
    running.inbox.accept(Job(kind=Kind.REVIEW, delivery="d", name="t", pull_number=1))
    running.inbox.claim("w", 60)  # somebody works on it
    time.sleep(3)
    running.stop()
    assert len(running.pids()) == 1


def test_a_silent_child_is_killed_while_jobs_wait(run: Run, beat: Path) -> None:
    deaf = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"
    running = run(deaf, beat)
    running.inbox.accept(sweep_job(1.0))
    assert eventually(lambda: len(running.pids()) >= 2)
    assert not alive(running.pids()[0])
    running.supervisor.grace_seconds = 0.5
    assert running.stop() < 5
    assert not any(alive(pid) for pid in running.pids())


def test_duties_are_done_at_the_start_and_at_their_interval(run: Run) -> None:
    done: list[float] = []
    duties = [(1.0, lambda: done.append(time.monotonic())), (100.0, lambda: done.append(0))]
    running = run("import time; time.sleep(60)", duties=duties)
    assert eventually(lambda: len(done) >= 4)
    running.stop()
    assert done.count(0) == 1


def test_an_unreachable_queue_does_not_end_the_supervisor(run: Run) -> None:
    failed: list[int] = []

    def fail() -> None:
        failed.append(1)
        raise InboxUnreachable("gone")

    running = run("import time; time.sleep(60)", duties=[(0.1, fail)])
    assert eventually(lambda: len(failed) >= 3)
    running.stop()
