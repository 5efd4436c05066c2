"""Webhook throughput and latency beside probot, which keeps nothing, in one run.

Needs wrk and redis-server (apt-get install wrk redis-server), `npm ci` here and in tests/doubles.
Usage: python benchmarks/webhook/run.py [--seconds 8] [--rounds 3] [--only NAME] [--urgent]
--urgent puts servers and load before everything else that runs here (needs root).
"""

import argparse
import contextlib
import hashlib
import hmac
import http.client
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
EXAMPLES = ROOT / "tests/doubles/node_modules/@octokit/webhooks-examples/api.github.com/index.json"
SECRET, PORT, REDIS_PORT, PULL_REQUESTS = "benchmark-secret", 8311, 8312, 64
URGENT: list[bool] = []


def write_bodies(folder: Path) -> None:
    """Signed `pull_request.opened` deliveries of the published size, for many pull requests."""
    catalogue = json.loads(EXAMPLES.read_text())
    events = next(event for event in catalogue if event["name"] == "pull_request")
    opened = next(example for example in events["examples"] if example["action"] == "opened")
    signatures = []
    for number in range(1, PULL_REQUESTS + 1):
        opened["number"] = opened["pull_request"]["number"] = number
        opened["installation"] = {"id": 1 + number % 5}
        body = json.dumps(opened, indent=1).encode()
        (folder / f"{number}.json").write_bytes(body)
        signatures.append("sha256=" + hmac.digest(SECRET.encode(), body, hashlib.sha256).hex())
    (folder / "signatures").write_text("\n".join(signatures) + "\n")
    print(f"payload {len(body)} bytes, {PULL_REQUESTS} pull requests")


def private_key() -> str:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    form = serialization.PrivateFormat.TraditionalOpenSSL
    return key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()).decode()


def ours(command: str, folder: Path, **more: str) -> tuple[list[str], dict[str, str], str]:
    env = {"GITHUB_WEBHOOK_SECRET": SECRET, "DATA_DIR": str(folder / "data"), "PORT": str(PORT)}
    env |= {"LOG_FORMAT": "json", "PYTHONPATH": f"{ROOT}:{HERE}"} | more
    options = ["--handler", "busy:handler"] if command == "serve" else []
    start = [sys.executable, "-c", "from workers.cli.main import main; main()", command, *options]
    return start, env, "/webhook"


def probot() -> tuple[list[str], dict[str, str], str]:
    env = {"APP_ID": "1", "PRIVATE_KEY": private_key(), "WEBHOOK_SECRET": SECRET, "PORT": str(PORT)}
    env |= {"HOST": "127.0.0.1", "NODE_ENV": "production", "LOG_LEVEL": "fatal"}
    start = ["node", str(HERE / "node_modules/probot/bin/probot.js"), "run", str(HERE / "peer.mjs")]
    return start, env, "/api/github/webhooks"


@contextlib.contextmanager
def running(command: list[str], env: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            command, env=os.environ | env, cwd=ROOT, stdout=log, stderr=log, start_new_session=True
        )
        try:
            wait_for_port(PORT)
            for pid in (process.pid, *web_children(process.pid)) if URGENT else ():
                hurry(pid)
            yield process
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=20)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def hurry(pid: int) -> None:
    """Puts a process's session before the others of this machine."""
    Path(f"/proc/{pid}/autogroup").write_text("-15")


def web_children(pid: int) -> list[int]:
    """The children that serve the web, which may have sessions of their own."""
    rows = subprocess.run(
        ["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True
    ).stdout
    table = [row.split(maxsplit=2) for row in rows.splitlines()]
    return [int(child) for child, parent, line in table if int(parent) == pid and "embedded" not in line]


def wait_for_port(port: int) -> None:
    for _ in range(200):
        with contextlib.suppress(OSError):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=1)
            connection.request("GET", "/healthz")
            connection.getresponse().read()
            return
        time.sleep(0.1)
    raise TimeoutError(f"nothing listens on {port}")


def post(connection: http.client.HTTPConnection, path: str, folder: Path, number: int, delivery: str) -> int:
    signature = (folder / "signatures").read_text().split()[number - 1]
    headers = {"X-GitHub-Event": "pull_request", "X-GitHub-Delivery": delivery}
    headers |= {"X-Hub-Signature-256": signature, "Content-Type": "application/json"}
    connection.request("POST", path, (folder / f"{number}.json").read_bytes(), headers)
    answer = connection.getresponse()
    answer.read()
    return answer.status


def check(path: str, folder: Path) -> None:
    """A good delivery is taken and a forged one is not, or the figures would mean nothing."""
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=5)
    assert post(connection, path, folder, 1, "good-1") < 300
    connection.request("POST", path, b"{}", {"X-GitHub-Event": "push", "X-GitHub-Delivery": "bad-1"})
    answer = connection.getresponse()
    answer.read()
    assert 400 <= answer.status < 500


def load(path: str, folder: Path, seconds: int) -> tuple[float, float]:
    """Requests a second and p99 in ms at 16 connections; fails where an answer is not 2xx."""
    command = ["wrk", "-t1", "-c16", f"-d{seconds}s", "--latency", "-s", str(HERE / "wrk.lua")]
    out = subprocess.run(
        [*command, f"http://127.0.0.1:{PORT}{path}"],
        env=os.environ | {"FOLDER": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "Non-2xx" not in out, out
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1])  # type: ignore[index]
    value, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", out).groups()  # type: ignore[union-attr]
    return rate, float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def paced(path: str, folder: Path, rate: int, seconds: int, threads: int = 8) -> list[float]:
    """Latencies in ms of deliveries that come at a steady rate, each counted from when it was due."""
    found: list[float] = []

    def send(first: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=10)
        start = time.perf_counter()
        for n in range(first, rate * seconds, threads):
            due = start + n / rate
            time.sleep(max(0.0, due - time.perf_counter()))
            assert post(connection, path, folder, n % PULL_REQUESTS + 1, f"paced-{n}") == 202
            found.append((time.perf_counter() - due) * 1000)

    senders = [threading.Thread(target=send, args=(n,)) for n in range(threads)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    return sorted(found)


def usage(process: subprocess.Popen[bytes]) -> tuple[int, float]:
    """Resident MB, and the processor seconds used so far, of a process and all its descendants."""
    columns = ["ps", "-eo", "pid=,ppid=,rss="]
    rows = subprocess.run(columns, capture_output=True, text=True, check=True).stdout.splitlines()
    table = [tuple(map(int, row.split())) for row in rows]
    family = {process.pid}
    for _ in range(5):
        family |= {pid for pid, parent, _ in table if parent in family}
    ticks = 0
    for pid in family:
        with contextlib.suppress(OSError):
            ticks += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return sum(rss for pid, _, rss in table if pid in family) // 1024, ticks / os.sysconf("SC_CLK_TCK")


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=int, default=8)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--only", default="")
    options.add_argument("--urgent", action="store_true")
    arguments = options.parse_args()
    if arguments.urgent:
        URGENT.append(True)
        hurry(os.getpid())
    with tempfile.TemporaryDirectory(dir=ROOT / "benchmarks") as name:
        folder = Path(name)
        write_bodies(folder)
        redis = [
            "redis-server",
            "--port",
            str(REDIS_PORT),
            "--save",
            "",
            "--appendonly",
            "yes",
            "--dir",
            name,
        ]
        server = subprocess.Popen(redis, stdout=subprocess.DEVNULL)
        try:
            measure(folder, arguments)
        finally:
            server.kill()
            server.wait()


def one_round(
    command: list[str], env: dict[str, str], path: str, folder: Path, seconds: int
) -> tuple[float, float, float, int]:
    """Requests a second, p99 in ms, processor ms a request and MB of a server that is started for it."""
    with running(command, env) as process:
        check(path, folder)
        load(path, folder, 2)
        _, before = usage(process)
        rate, p99 = load(path, folder, seconds)
        megabytes, after = usage(process)
        return rate, p99, 1000 * (after - before) / (rate * seconds), megabytes


def measure(folder: Path, arguments: argparse.Namespace) -> None:
    broker = f"redis://127.0.0.1:{REDIS_PORT}/0"
    entrants = {
        "probot, keeps nothing": probot(),
        "web, inbox in a file": ours("web", folder),
        "web, inbox in Redis": ours("web", folder, BROKER_URL=broker),
    }
    found: dict[str, list[tuple[float, float, float, int]]] = {}
    for _ in range(arguments.rounds):  # all in each round, so that a busy minute hits all of them
        for name, entrant in entrants.items():
            if not arguments.only or arguments.only in name:
                found.setdefault(name, []).append(one_round(*entrant, folder, arguments.seconds))
    peer = 0.0
    for name, rounds in found.items():
        rate, p99, cpu, megabytes = (statistics.median(column) for column in zip(*rounds, strict=True))
        peer = peer or rate
        speed = f"{rate:7.0f} req/s  x{rate / peer:.2f}  p99 {p99:5.1f} ms"
        print(f"{name:24} {speed}  cpu {cpu:.2f} ms  {megabytes:.0f} MB")
    command, env, path = ours("serve", folder, GITHUB_APP_ID="1", DATA_DIR=str(folder / "busy"))
    with running(command, env):
        times = paced(path, folder, 200, arguments.seconds)
        p50, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
        print(f"serve, workers busy      200 req/s  p50 {p50:5.1f} ms  p99 {p99:5.1f} ms")


if __name__ == "__main__":
    main()
