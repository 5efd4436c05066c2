"""The app as it runs in production: real processes on a real port, which a test may kill."""

import hashlib
import hmac
import http.client
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from tests.doubles.redis_server import free_port

ROOT = Path(__file__).parent.parent.parent
SECRET = "a secret of the tests"


def signed(body: bytes, secret: str = SECRET) -> str:
    """The value of X-Hub-Signature-256."""
    return "sha256=" + hmac.digest(secret.encode(), body, hashlib.sha256).hex()


def opened(pull: int, installation: int = 1) -> bytes:
    """The payload of a pull request that was opened."""
    payload = {
        "action": "opened",
        "installation": {"id": installation},
        "repository": {"id": 100 + installation, "full_name": f"octo/app{installation}"},
        "pull_request": {"number": pull, "head": {"sha": f"{pull:040x}"}},
        "sender": {"login": "octocat", "type": "User"},
    }
    return json.dumps(payload).encode()


def descendants(pid: int) -> dict[int, str]:
    """The command lines of a process's descendants, by process id."""
    parents, lines = {}, {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            lines[int(entry.name)] = (entry / "cmdline").read_text().replace("\0", " ")
        except (OSError, IndexError):
            continue
    family, grown = {pid}, True
    while grown:
        more = {child for child, parent in parents.items() if parent in family} - family
        family, grown = family | more, bool(more)
    return {member: lines.get(member, "") for member in family - {pid}}


class RunningApp:
    """`design-review serve`, or one of its halves, in a folder of its own, with a handler of the tests."""

    def __init__(self, folder: Path, handler: str = "", half: str = "serve", **settings: str) -> None:
        self.port = free_port()
        self._command = [half, *(["--handler", handler] if handler else [])]
        self._settings = {
            "GITHUB_APP_ID": "1",
            "GITHUB_WEBHOOK_SECRET": SECRET,
            "DATA_DIR": str(folder),
            "METRICS_PORT" if half == "worker" else "PORT": str(self.port),
            "LEASE_SECONDS": "2",
            "LOG_FORMAT": "json",
        } | settings
        folder.mkdir(exist_ok=True)
        self.log = folder / "serve.log"
        self.start()

    def start(self) -> None:
        """Starts the app and waits until it answers."""
        command = [sys.executable, "-c", "from workers.cli.main import main; main()", *self._command]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command,
                env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)} | self._settings,
                cwd=ROOT,
                stdout=log,
                stderr=log,
            )
        for _ in range(1200):
            try:
                self.get("/healthz")
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise TimeoutError(self.log.read_text())

    def get(self, path: str) -> tuple[int, str]:
        """Status and text of a page."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    def deliver(self, delivery: str, body: bytes, event: str = "pull_request") -> int:
        """The status of a signed delivery; raises OSError or HTTPException where no answer comes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        headers = {"X-GitHub-Event": event, "X-GitHub-Delivery": delivery, "Content-Type": "application/json"}
        connection.request("POST", "/webhook", body, headers | {"X-Hub-Signature-256": signed(body)})
        return connection.getresponse().status

    def kill_one(self, of: str, choose: int = 0) -> None:
        """Kills one process whose command line has a word in it, with no chance to clean up."""
        found = sorted(pid for pid, line in descendants(self.process.pid).items() if of in line)
        if found:
            os.kill(found[choose % len(found)], signal.SIGKILL)

    def kill(self) -> None:
        """Ends all its processes at once, as a machine that loses its power does."""
        family = descendants(self.process.pid)
        for pid in (self.process.pid, *family):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Asks the app to end, and gives its exit status."""
        family = descendants(self.process.pid)
        self.process.terminate()
        try:
            return self.process.wait(timeout=40)
        finally:
            for pid in family:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
