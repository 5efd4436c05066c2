"""One start runs the whole app: it refuses what it must, counts across processes and ends kindly."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.doubles.redis_server import RedisServer
from tests.doubles.running_app import ROOT, RunningApp, descendants, opened, signed

HANDLER = "tests.end_to_end.ledger:handler"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[RunningApp]:
    app = RunningApp(tmp_path / "data", HANDLER)
    yield app
    app.stop()


def eventually(true: Callable[[], bool], seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.1)
    return true()


def start(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from workers.cli.main import main; main()", command],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)} | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("command", ["serve", "web"])
@pytest.mark.parametrize("secret", [{}, {"GITHUB_WEBHOOK_SECRET": ""}, {"GITHUB_WEBHOOK_SECRET": " "}])
def test_no_start_without_a_secret(command: str, secret: dict[str, str], tmp_path: Path) -> None:
    ended = start(command, DATA_DIR=str(tmp_path), **secret)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == (
        "Error: GITHUB_WEBHOOK_SECRET is not set: without it anyone could send forged deliveries.\n"
    )


def test_no_start_with_a_setting_that_cannot_be(tmp_path: Path) -> None:
    ended = start("worker", DATA_DIR=str(tmp_path), PORT="http")
    assert ended.returncode == 2
    assert ended.stderr.startswith("Error: PORT is not usable: ")
    assert len(ended.stderr.splitlines()) == 1


def test_no_worker_without_an_app(tmp_path: Path) -> None:
    ended = start("worker", DATA_DIR=str(tmp_path))
    assert ended.returncode == 2
    assert ended.stderr == "Error: GITHUB_APP_ID is not set: a worker has nothing to sign in with.\n"


def test_a_delivery_is_worked_on_and_counted_across_processes(app: RunningApp, tmp_path: Path) -> None:
    status, page = app.get("/readyz")
    assert (status, json.loads(page)) == (503, {"queue": "ok", "credentials": "No App is configured."})
    assert app.deliver("d-1", opened(1)) == 202
    assert eventually(lambda: (tmp_path / "data" / "effects" / "d-1").exists())
    counted = 'design_review_jobs_total{kind="review",outcome="done"} 1.0'
    assert eventually(lambda: counted in app.get("/metrics")[1])
    assert 'result="queued"} 1.0' in app.get("/metrics")[1]
    assert app.deliver("d-1", opened(1)) == 202
    time.sleep(0.5)
    assert (tmp_path / "data" / "runs").read_text().count("end") == 1
    assert '"delivery": "d-1"' in app.log.read_text()


def test_a_sweep_is_asked_for_at_the_start(app: RunningApp) -> None:
    counted = 'design_review_jobs_total{kind="sweep",outcome="done"} 1.0'
    assert eventually(lambda: counted in app.get("/metrics")[1])


def test_told_to_end_it_finishes_what_is_in_hand_and_leaves_no_process(
    app: RunningApp, tmp_path: Path
) -> None:
    for number in range(30):
        app.deliver(f"d-{number}", opened(number))
    assert eventually((tmp_path / "data" / "runs").exists), "no worker has begun"
    family = descendants(app.process.pid)
    assert app.stop() == 0
    assert not any(Path(f"/proc/{pid}").exists() for pid in family)
    runs = (tmp_path / "data" / "runs").read_text()
    assert runs.count("begin") == runs.count("end")


def test_forged_and_oversized_deliveries_are_refused_on_the_wire(app: RunningApp) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", app.port, timeout=20)
    named = {"X-GitHub-Event": "pull_request", "X-GitHub-Delivery": "d-1"}
    connection.request("POST", "/webhook", opened(1), named | {"X-Hub-Signature-256": signed(b"other")})
    answer = connection.getresponse()
    assert (answer.status, answer.read()) == (401, b"The signature does not fit the payload.\n")
    assert oversized(app.port, chunked=False) == 413
    assert oversized(app.port, chunked=True) in (401, 413)  # without a length nothing is read at all
    assert app.get("/healthz")[0] == 200


def oversized(port: int, *, chunked: bool) -> int:
    """The status of 26 MB, announced or not; a connection cut before all was sent counts as refused."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    block = b"x" * 2**20
    body = iter([block] * 26) if chunked else block * 26
    try:
        connection.request("POST", "/webhook", body, {"X-GitHub-Event": "push"}, encode_chunked=chunked)
        return connection.getresponse().status
    except (BrokenPipeError, ConnectionResetError):
        return 413


def test_a_read_beyond_the_limit_does_not_fill_the_memory(app: RunningApp) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", app.port, timeout=20)
    block = b"x" * 2**20
    try:
        connection.request("POST", "/webhook", iter([block] * 300), encode_chunked=True)
        connection.getresponse()
    except (BrokenPipeError, ConnectionResetError):
        pass
    peaks = [Path(f"/proc/{pid}/status").read_text() for pid in descendants(app.process.pid)]
    peak = max(int(line.split()[1]) for text in peaks for line in text.splitlines() if line[:6] == "VmHWM:")
    assert peak < 250_000  # kB


def test_without_an_app_only_the_setup_runs(tmp_path: Path) -> None:
    app = RunningApp(tmp_path / "data", HANDLER, GITHUB_APP_ID="")
    try:
        status, page = app.get("/setup")
        assert status == 200
        assert "Make the App on GitHub" in page
        assert not any("embedded" in line for line in descendants(app.process.pid).values())
    finally:
        app.stop()


@pytest.mark.parametrize("queue", ["embedded", "broker"])
def test_a_worker_that_takes_nothing_is_replaced(queue: str, tmp_path: Path) -> None:
    server = RedisServer(tmp_path / "redis") if queue == "broker" else None
    broker = {"BROKER_URL": server.url} if server else {}
    app = RunningApp(tmp_path / "data", HANDLER, WORKERS="1", STALL_SECONDS="3", **broker)
    try:
        app.deliver("d-1", opened(1))
        assert eventually(lambda: (tmp_path / "data" / "effects" / "d-1").exists(), 30)
        for pid, line in descendants(app.process.pid).items():
            if f"processes {queue}" in line:
                os.kill(pid, signal.SIGSTOP)  # up, and deaf
        app.deliver("d-2", opened(2))
        assert eventually(lambda: (tmp_path / "data" / "effects" / "d-2").exists(), 40)
        assert 'why="deaf"' in app.get("/metrics")[1]
    finally:
        app.stop()
        if server:
            server.kill()
