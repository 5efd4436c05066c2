"""The same flow against a GitHub that is not ours: JWT, token, webhook, check, comment, command."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.publish.markers import read_mark
from tests.doubles.running_app import SECRET, RunningApp
from tests.doubles.second_double import APP_ID, INSTALLATION, REPOSITORY, SecondDouble
from tests.end_to_end.world import World


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path)
    yield world
    world.close()


@pytest.fixture
def both(world: World, tmp_path: Path) -> Iterator[tuple[SecondDouble, RunningApp]]:
    """The double, and the app that it tells of events."""
    double = SecondDouble(tmp_path, world.repository.git, world.sandbox.private_key_pem, SECRET)
    key = tmp_path / "app.pem"
    key.write_text(world.sandbox.private_key_pem)
    settings = {"GITHUB_APP_ID": str(APP_ID), "GITHUB_PRIVATE_KEY_PATH": str(key), "NICENESS": "0"}
    settings |= {"GITHUB_API_URL": double.url, "GITHUB_SERVER_URL": double.url, "SWEEP_INTERVAL": "3600"}
    app = RunningApp(tmp_path / "app", "workers.bootstrap:handler", **settings)
    double.start(f"http://127.0.0.1:{app.port}/webhook")
    yield double, app
    app.stop()
    double.stop()
    print(app.log.read_text()[-4000:])  # shown where the test fails


def until(true: Callable[[], Any], seconds: float = 60) -> Any:
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end
        time.sleep(0.2)
    return found


def asked(double: SecondDouble, pull: int, comment: Any) -> bytes:
    """The event of a command: the double's own does not say that its issue is a pull request."""
    payload = {
        "action": "created",
        "installation": {"id": INSTALLATION},
        "repository": {"id": double.ask("GET", "")["id"], "full_name": REPOSITORY},
        "issue": {"number": pull, "pull_request": {}},
        "comment": {"id": comment["id"], "body": comment["body"]},
        "sender": {"login": "octocat", "type": "User"},
    }
    return json.dumps(payload).encode()


def test_the_same_flow_passes_on_a_second_double(world: World, both: tuple[SecondDouble, RunningApp]) -> None:
    double, app = both
    base, head = world.git("rev-parse", "main"), world.branch("gate", world.with_gate())
    double.push(base, "trunk", [])
    double.push(head, "gate", [base])
    pull = double.ask("POST", "pulls", {"title": "A gate", "head": "gate", "base": "trunk", "body": ""})

    def runs() -> list[Any]:
        found = double.ask("GET", f"commits/{head}/check-runs")["check_runs"]
        return [r for r in found if r["status"] == "completed"]

    def ours() -> list[str]:
        said = double.ask("GET", f"issues/{pull['number']}/comments")
        return [c["body"] for c in said if c["user"]["login"] == "design-review[bot]"]

    (run,) = until(runs)
    assert (run["name"], run["conclusion"]) == ("design-review", "failure")
    assert "feature gate" in run["output"]["summary"]
    (sticky,) = until(ours)
    assert "needs a design proposal" in sticky
    path = f"issues/{pull['number']}/comments"
    command = double.ask("POST", path, {"body": "/design waive proposal-absent agreed"})
    assert app.deliver("command", asked(double, pull["number"], command), "issue_comment") == 202
    until(lambda: runs()[0]["conclusion"] == "success")
    until(lambda: len(ours()) == 3)  # the answer, and that the state changed
    marks = [mark[1] for mark in map(read_mark, ours()) if mark and mark[0] == "answer"]
    assert [mark["to"] for mark in marks] == [f"conversation-{command['id']}"]
    assert double.reactions[command["node_id"]] == {"THUMBS_UP"}
    double.ask("POST", f"check-runs/{run['id']}/rerequest")
    time.sleep(2)
    assert [(r["id"], r["conclusion"]) for r in until(runs)] == [(run["id"], "success")]
    assert len(ours()) == 3
