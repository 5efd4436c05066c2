"""Nothing is lost when a worker, the web, the whole app or Redis is killed at any moment."""

import http.client
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.doubles.redis_server import RedisServer
from tests.doubles.running_app import RunningApp, descendants, opened

HANDLER = "tests.end_to_end.ledger:handler"
JOBS, KILLS = 200, 3
STUCK = 90.0  # seconds in which nothing was done, longer than any lease or start on a busy machine
WEB = ("spawn_main", "processes web")  # the process that answers, and the one that keeps the port


class Sender(threading.Thread):
    """Delivers every event until it is taken, as GitHub and the sweep together do."""

    def __init__(self, app: RunningApp) -> None:
        super().__init__(daemon=True)
        self._app = app

    def run(self) -> None:
        for number in range(JOBS):
            while not self._taken(number):
                time.sleep(0.2)
            time.sleep(0.01)

    def _taken(self, number: int) -> bool:
        try:
            return self._app.deliver(f"d-{number}", opened(number, installation=number % 3 + 1)) == 202
        except (OSError, http.client.HTTPException):
            return False


def run_and_kill(app: RunningApp, folder: Path, kill: Callable[[int], None]) -> None:
    """Delivers all events, kills at random moments of the work, and waits until every one is done."""
    moved, chance = time.monotonic(), random.Random(7)
    moments = sorted(chance.sample(range(10, JOBS - 20), KILLS))
    sender = Sender(app)
    sender.start()
    kills, before = 0, 0
    while (done := len(list((folder / "effects").glob("*")))) < JOBS:
        moved, before = (moved, before) if done == before else (time.monotonic(), done)
        assert time.monotonic() < moved + STUCK, f"{done} of {JOBS} done\n{app.log.read_text()[-3000:]}"
        if kills < KILLS and done >= moments[kills]:
            kill(kills)
            kills += 1
        time.sleep(0.02)
    assert kills == KILLS
    while "design_review_queue_jobs" not in (page := metrics(app)) or not idle(page):
        assert time.monotonic() < moved + STUCK, page
        time.sleep(0.1)


def metrics(app: RunningApp) -> str:
    try:
        return app.get("/metrics")[1]
    except (OSError, http.client.HTTPException):
        return ""


def idle(page: str) -> bool:
    states = ("waiting", "delayed", "running", "parked")
    return all(f'design_review_queue_jobs{{state="{state}"}} 0.0' in page for state in states)


def check_effects(folder: Path, most_repeats: int) -> None:
    """Every job has its effect; only what was in hand at a kill was begun again; lanes had one worker."""
    assert {path.name for path in (folder / "effects").iterdir()} == {f"d-{n}" for n in range(JOBS)}
    lines = [line.split() for line in (folder / "runs").read_text().splitlines()]
    ended = Counter(delivery for what, _, delivery in lines if what == "end")
    assert set(ended) == {f"d-{n}" for n in range(JOBS)}
    assert sum(ended.values()) - JOBS <= most_repeats


@pytest.fixture
def embedded(tmp_path: Path) -> Iterator[RunningApp]:
    app = RunningApp(tmp_path / "data", HANDLER)
    yield app
    app.stop()


def test_killed_embedded_worker(embedded: RunningApp, tmp_path: Path) -> None:
    run_and_kill(embedded, tmp_path / "data", lambda n: embedded.kill_one("processes embedded", n))
    check_effects(tmp_path / "data", most_repeats=KILLS)


def test_killed_web_on_the_embedded_queue(embedded: RunningApp, tmp_path: Path) -> None:
    run_and_kill(embedded, tmp_path / "data", lambda n: embedded.kill_one(WEB[n % 2]))
    check_effects(tmp_path / "data", most_repeats=0)


def test_killed_app_on_the_embedded_queue(embedded: RunningApp, tmp_path: Path) -> None:
    def kill(_: int) -> None:
        orphans = descendants(embedded.process.pid)
        os.kill(embedded.process.pid, signal.SIGKILL)
        embedded.process.wait()
        while any(Path(f"/proc/{pid}").exists() for pid in orphans):
            time.sleep(0.05)
        embedded.start()

    run_and_kill(embedded, tmp_path / "data", kill)
    check_effects(tmp_path / "data", most_repeats=2 * KILLS)


@pytest.fixture
def brokered(redis: RedisServer, tmp_path: Path) -> Iterator[RunningApp]:
    app = RunningApp(tmp_path / "data", HANDLER, BROKER_URL=redis.url)
    yield app
    app.stop()


def test_killed_celery_workers(brokered: RunningApp, tmp_path: Path) -> None:
    run_and_kill(brokered, tmp_path / "data", lambda n: brokered.kill_one("processes broker", n))
    check_effects(tmp_path / "data", most_repeats=2 * KILLS)


def test_killed_web_on_redis(brokered: RunningApp, tmp_path: Path) -> None:
    run_and_kill(brokered, tmp_path / "data", lambda n: brokered.kill_one(WEB[n % 2]))
    check_effects(tmp_path / "data", most_repeats=0)


def test_killed_redis(brokered: RunningApp, redis: RedisServer, tmp_path: Path) -> None:
    def kill(_: int) -> None:
        redis.kill()
        time.sleep(0.3)
        redis.start()

    run_and_kill(brokered, tmp_path / "data", kill)
    check_effects(tmp_path / "data", most_repeats=2 * KILLS)
