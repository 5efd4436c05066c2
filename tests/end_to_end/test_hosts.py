"""Two machines of workers with folders of their own on one Redis: every pull request is theirs once."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.doubles.redis_server import RedisServer
from tests.doubles.running_app import RunningApp
from tests.end_to_end.test_kill import idle, metrics
from tests.end_to_end.world import World

PULLS = 6
Line = dict[str, Any]


class Hosts:
    """A web machine and two machines of workers in front of one world."""

    def __init__(self, folder: Path) -> None:
        self.redis = RedisServer(folder / "redis")
        self.world = World(folder)
        common = self.world.sandbox.app_environment(folder / "unused") | {"BROKER_URL": self.redis.url}
        common |= {"NICENESS": "0", "WORKERS": "2", "LEASE_SECONDS": "3"}
        del common["DATA_DIR"]
        self.web = RunningApp(folder / "web", half="web", **common)
        self.workers = [RunningApp(folder / name, half="worker", **common) for name in ("one", "two")]
        self.world.sandbox.webhooks.url = f"http://127.0.0.1:{self.web.port}/webhook"

    def open(self) -> None:
        """Opens pull requests, every other of which lacks its proposal, and says more about each."""
        for number in range(1, PULLS + 1):
            files = self.world.with_gate(f"Gate{number}") if number % 2 else {"README.md": f"# {number}\n"}
            self.world.branch(f"topic-{number}", dict(files))
            self.world.open(f"topic-{number}")
        for title in ("Another title", "A third title"):
            for number in self.world.repository.pulls:
                self.world.retitle(number, title)
                time.sleep(0.2)

    def lines(self, *, said: str) -> list[Line]:
        """What the machines logged under that name about pull requests, with the machine's number."""
        found = []
        for host, worker in enumerate(self.workers):
            for line in worker.log.read_text().splitlines():
                told = json.loads(line) if line.startswith("{") else {}
                if told.get("event") == said and "pull_request" in told:
                    found.append(told | {"host": host})
        return found

    def settle(self) -> None:
        """Waits until nothing waits or runs, and each head has a completed run."""
        self.until(lambda: idle(metrics(self.web)) and not self.unfinished())

    def until(self, true: Callable[[], object], seconds: float = 90) -> None:
        """Waits for something to hold."""
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, [w.log.read_text()[-2000:] for w in self.workers]
            time.sleep(0.1)

    def unfinished(self) -> list[int]:
        """Pull requests whose head does not have one completed run."""
        pulls = self.world.repository.pulls.values()
        return [p.number for p in pulls if [r.status for r in self.runs(p.head_sha)] != ["completed"]]

    def runs(self, sha: str) -> list[Any]:
        """Our runs on a commit."""
        return [r for s in self.world.repository.suites if s.head_sha == sha for r in s.runs]

    def check(self) -> None:
        """One run a head with its verdict, and one comment where people must act."""
        for pull in self.world.repository.pulls.values():
            (run,) = self.runs(pull.head_sha)
            assert run.conclusion == ("failure" if pull.number % 2 else "success")
            assert len(pull.comments) == pull.number % 2

    def close(self) -> None:
        """Stops everything."""
        for app in (self.web, *self.workers):
            app.stop() if app.process.poll() is None else None
        self.world.close()
        self.redis.kill()


@pytest.fixture
def hosts(tmp_path: Path) -> Iterator[Hosts]:
    hosts = Hosts(tmp_path)
    yield hosts
    hosts.close()


def overlapping(lines: list[Line]) -> list[Line]:
    """Jobs of one pull request that were taken before the one in hand was settled."""
    in_hand: dict[int, Line] = {}
    found = []
    for line in sorted(lines, key=lambda one: one["timestamp"]):
        if line["event"] == "job settled":
            in_hand.pop(line["pull_request"], None)
        elif line["pull_request"] in in_hand:
            found.append(line)
        else:
            in_hand[line["pull_request"]] = line
    return found


def test_two_machines_share_the_work_and_never_a_pull_request(hosts: Hosts) -> None:
    hosts.world.sandbox.faults.latency = 0.1
    hosts.open()
    hosts.settle()
    hosts.check()
    taken = hosts.lines(said="job taken")
    assert {line["host"] for line in taken} == {0, 1}
    assert overlapping([*taken, *hosts.lines(said="job settled")]) == []
    copies = [len(list(w.log.parent.glob("git/*.git"))) for w in hosts.workers]
    assert copies == [1, 1]


def test_a_machine_that_dies_gives_its_jobs_back(hosts: Hosts) -> None:
    hosts.world.sandbox.faults.latency = 0.5
    hosts.open()
    hosts.until(lambda: [line for line in hosts.lines(said="job taken") if line["host"] == 0])
    hosts.workers[0].kill()
    settled = {line["delivery"] for line in hosts.lines(said="job settled")}
    mine = [line for line in hosts.lines(said="job taken") if line["host"] == 0]
    assert [line for line in mine if line["delivery"] not in settled], "it had nothing in hand"
    hosts.world.sandbox.faults.latency = 0.0
    hosts.settle()
    hosts.check()
