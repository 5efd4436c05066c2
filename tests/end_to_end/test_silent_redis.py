"""A Redis that takes connections and answers nothing: GitHub hears so in time, and nothing taken is lost."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.doubles.redis_server import RedisServer
from tests.doubles.running_app import RunningApp, opened
from tests.doubles.silent_network import SilentNetwork

HANDLER = "tests.end_to_end.ledger:handler"
GITHUB_WAITS = 10.0


@pytest.fixture
def network(tmp_path: Path) -> Iterator[SilentNetwork]:
    redis = RedisServer(tmp_path / "redis")
    network = SilentNetwork(redis.port)
    yield network
    network.close()
    redis.kill()


@pytest.fixture
def app(network: SilentNetwork, tmp_path: Path) -> Iterator[RunningApp]:
    app = RunningApp(tmp_path / "data", HANDLER, BROKER_URL=f"redis://127.0.0.1:{network.port}/0")
    yield app
    app.stop()


def delivered(app: RunningApp, number: int) -> tuple[int, float]:
    """Status of a delivery, and the seconds that the answer took."""
    began = time.monotonic()
    return app.deliver(f"d-{number}", opened(number)), time.monotonic() - began


def done(folder: Path) -> set[str]:
    """The deliveries that had their effect."""
    return {path.name for path in (folder / "effects").glob("d-*")}


def until_done(folder: Path, names: set[str]) -> None:
    """Waits for the effects of deliveries."""
    end = time.monotonic() + 90
    while not names <= done(folder):
        assert time.monotonic() < end, names - done(folder)
        time.sleep(0.1)


def test_a_silent_redis_is_said_in_time_and_nothing_is_lost(
    app: RunningApp, network: SilentNetwork, tmp_path: Path
) -> None:
    assert [delivered(app, n)[0] for n in range(5)] == [202] * 5
    until_done(tmp_path / "data", {f"d-{n}" for n in range(5)})
    network.silent.set()
    with ThreadPoolExecutor(40) as pool:
        answers = list(pool.map(lambda n: delivered(app, n), range(5, 45)))
    assert {status for status, _ in answers} == {503}
    assert max(seconds for _, seconds in answers) < GITHUB_WAITS
    began = time.monotonic()
    assert app.get("/healthz")[0] == 200
    assert app.get("/readyz")[0] == 503
    assert "design_review_queue_reachable 0.0" in app.get("/metrics")[1]
    assert time.monotonic() - began < GITHUB_WAITS
    time.sleep(12)  # long enough for every part of the app to have noticed
    network.silent.clear()
    time.sleep(2)
    assert [delivered(app, n)[0] for n in range(45)] == [202] * 45  # as GitHub does when a sweep asks
    until_done(tmp_path / "data", {f"d-{n}" for n in range(45)})
    ended = [line for line in (tmp_path / "data" / "runs").read_text().splitlines() if line[:3] == "end"]
    assert len(ended) == 45
