"""The whole app against a GitHub that fails, while its parts are killed: the end is right, and said once."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.publish.markers import read_mark
from bot.sandbox.model import CheckRun
from tests.doubles.redis_server import RedisServer
from tests.doubles.running_app import RunningApp
from tests.end_to_end.test_kill import idle, metrics
from tests.end_to_end.world import World

HANDLER = "workers.bootstrap:handler"
PULLS, ROUNDS, KILLS, PATIENCE, LONGEST = 10, 20, 6, 2.0, 400.0
FAULTS = ("500", "502", "secondary", "429", "cut", "cut-after")


class Busy:
    """A world whose pull requests keep changing while the app reviews them."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.world = World(folder)
        for number in range(PULLS):
            self.world.branch(f"topic-{number}", self._files(number))
        self.pulls = [self.world.open(f"topic-{number}") for number in range(PULLS)]
        environment = self.world.sandbox.app_environment(folder / "app")
        environment |= {"SWEEP_INTERVAL": "10", "NICENESS": "0"} | settings
        self.app = RunningApp(folder / "app", HANDLER, **environment)
        self.world.sandbox.webhooks.url = f"http://127.0.0.1:{self.app.port}/webhook"
        self.chance = random.Random(11)
        self.asked: list[tuple[int, int]] = []

    def _files(self, number: int) -> dict[str, str | None]:
        kinds = (self.world.with_gate(f"Gate{number}"), {"README.md": f"# {number}\n"})
        return dict(kinds[number % 2])

    def disturb(self) -> None:
        """One call in ten fails, each time in another way."""
        add = self.world.sandbox.faults.add
        self.faults = [add(kind, one_in=10 * len(FAULTS), seed=n) for n, kind in enumerate(FAULTS)]

    def live(self, kill: Callable[[int], None]) -> None:
        """Two hundred events, with kills at random moments between them, then peace."""
        moments = self.chance.sample(range(5, PULLS * ROUNDS), KILLS)
        self.disturb()
        for number in range(PULLS * ROUNDS):
            self._touch(number)
            time.sleep(0.05)
            if number in moments:
                kill(moments.index(number))
            if number % PULLS == PULLS - 1:
                self._breathe()
        assert sum(fault.happened for fault in self.faults) >= PULLS, "the faults hardly happened"
        assert len(self.world.sandbox.webhooks.log) >= PULLS * ROUNDS
        self.world.sandbox.faults.clear()

    def _breathe(self) -> None:
        """Lets the app work off what waits, for some seconds at most, so that each round is reviewed."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not idle(metrics(self.app)):
            time.sleep(0.2)

    def _touch(self, number: int) -> None:
        """A new title, a new head, or a command: the webhook says so."""
        pull = number % PULLS
        if number % 7 == 0:
            self.world.branch(f"topic-{pull}", {"x.md": f"{number}\n"}, f"topic-{pull}")
        elif number % 7 == 1:
            self.asked.append((pull + 1, self.world.remark(pull + 1, "/design status")))
        else:
            self.world.retitle(pull + 1, f"Title {number}")

    def settle(self) -> None:
        """Waits until the queue is empty and every head has its verdict."""
        end = time.monotonic() + LONGEST
        while not (idle(metrics(self.app)) and not self.unfinished()):
            assert time.monotonic() < end, (self.unfinished(), self.app.log.read_text()[-4000:])
            time.sleep(0.5)

    def unfinished(self) -> list[int]:
        """Pull requests whose head lacks a completed run."""
        return [p.number for p in self.pulls if not self._completed(p.number)]

    def _completed(self, number: int) -> bool:
        return [r.status for r in self._runs(number)] == ["completed"]

    def _runs(self, number: int) -> list[CheckRun]:
        head = self.world.repository.pulls[number].head_sha
        return [run for suite in self.world.repository.suites if suite.head_sha == head for run in suite.runs]

    def check(self) -> None:
        """One completed run on each head with the right verdict, at most one comment, no doubled thread."""
        for pull in self.pulls:
            (run,) = self._runs(pull.number)
            wanted = "failure" if pull.number % 2 else "success"
            assert (run.status, run.conclusion) == ("completed", wanted), run.title
            marks = Counter(mark[0] for mark in map(read_mark, self._said(pull.number)) if mark)
            assert marks["review"] == (1 if pull.number % 2 else 0)
            names = Counter(mark[1]["id"] for mark in map(read_mark, self._inline(pull.number)) if mark)
            assert all(count == 1 for count in names.values())
        for number, command in self.asked:
            answers = [mark[1] for mark in map(read_mark, self._said(number)) if mark and mark[0] == "answer"]
            assert [a["to"] for a in answers].count(f"conversation-{command}") == 1, (number, command)

    def _said(self, number: int) -> list[str]:
        bot = self.world.sandbox.site.app.bot
        return [c.body for c in self.world.repository.pulls[number].comments if c.author is bot]

    def _inline(self, number: int) -> list[str]:
        return [t.comments[0].body for t in self.world.repository.pulls[number].threads if not t.resolved_by]

    def close(self) -> None:
        """Stops both servers."""
        self.app.stop()
        self.world.close()


@pytest.fixture
def embedded(tmp_path: Path) -> Iterator[Busy]:
    busy = Busy(tmp_path)
    yield busy
    busy.close()


@pytest.fixture
def brokered(redis: RedisServer, tmp_path: Path) -> Iterator[Busy]:
    busy = Busy(tmp_path, BROKER_URL=redis.url)
    yield busy
    busy.close()


def test_killed_on_the_embedded_queue(embedded: Busy) -> None:
    def kill(number: int) -> None:
        embedded.app.kill_one("processes embedded" if number % 3 else "spawn_main", number)

    embedded.live(kill)
    embedded.settle()
    embedded.check()


def test_killed_on_redis(brokered: Busy, redis: RedisServer) -> None:
    def kill(number: int) -> None:
        if number % 3 == 0:
            redis.kill()
            time.sleep(0.3)
            redis.start()
        else:
            brokered.app.kill_one("processes broker" if number % 3 == 1 else "spawn_main", number)

    brokered.live(kill)
    brokered.settle()
    brokered.check()
