"""`design-review sandbox`: one command, and a pull request opened on the page is reviewed."""

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import requests

from bot.sandbox.example import generate
from bot.sandbox.git_store import GitStore

START = "from workers.cli.main import main; main()"
PATIENCE = 120


def until(found: Callable[[], str | None], what: str) -> str:
    """Return what `found` finds, as soon as it finds something."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = found()
        if answer:
            return answer
        time.sleep(0.2)
    pytest.fail(f"waited {PATIENCE} s for {what}")


def started(log: Path, *arguments: str) -> "subprocess.Popen[bytes]":
    """Start the command with its standard error in a file."""
    with log.open("wb") as stderr:
        command = [sys.executable, "-c", START, "sandbox", "--port", "0", *arguments]
        return subprocess.Popen(command, stdout=stderr, stderr=stderr)


def address(process: "subprocess.Popen[bytes]", log: Path) -> str:
    """Return the address of the repository's page once the command says it."""

    def said() -> str | None:
        assert process.poll() is None, log.read_text()
        found = re.search(r"^Sandbox: (\S+)$", log.read_text(), re.MULTILINE)
        return found[1] if found else None

    return until(said, "the command to say where the page is")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of the example's page in a running sandbox."""
    log = tmp_path_factory.mktemp("sandbox") / "log"
    process = started(log)
    try:
        yield address(process, log)
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(40) == 0, log.read_text()


def opened(page: str, branch: str) -> str:
    """Open a pull request on the page and return its address."""
    form = {"head": branch, "base": "main", "title": "", "body": "", "back": "/"}
    answer = requests.post(f"{page}/compare", data=form, timeout=30)
    assert "/pull/" in answer.url, answer.url
    return answer.url


def verdict(pull: str) -> str:
    """Return what the completed check run on a pull request says in its header."""

    def completed() -> str | None:
        html = requests.get(f"{pull}/checks", timeout=30).text
        found = re.search(r'<span class="muted">(success|failure|action required|neutral)', html)
        return found[1] if found else None

    return until(completed, "a completed check")


@pytest.mark.parametrize(
    ("branch", "conclusion"),
    [("fix-install-docs", "success"), ("shared-slots-gate", "failure"), ("propose-shared-slots", "failure")],
)
def test_a_pull_request_of_the_example_is_reviewed(page: str, branch: str, conclusion: str) -> None:
    assert verdict(opened(page, branch)) == conclusion


def test_a_command_is_answered(page: str) -> None:
    pull = f"{page}/pull/1"
    requests.post(f"{pull}/comment", data={"body": "/design help", "back": "/"}, timeout=30)
    until(
        lambda: re.search("waive", requests.get(pull, timeout=30).text) and "yes", "an answer to the command"
    )


def test_a_taken_port_is_one_sentence(page: str, tmp_path: Path) -> None:
    port = page.split(":")[2].partition("/")[0]
    process = started(tmp_path / "log", "--no-app", "--port", port)
    assert process.wait(60) == 2
    assert f"Port {port} is taken" in (tmp_path / "log").read_text()


def test_what_is_no_repository_is_one_sentence(tmp_path: Path) -> None:
    process = started(tmp_path / "log", "--no-app", "--repo", str(tmp_path))
    assert process.wait(60) == 2
    said = (tmp_path / "log").read_text()
    assert "is not a git repository" in said
    assert "Traceback" not in said


def test_a_clone_is_served_without_an_app_and_never_written(tmp_path: Path) -> None:
    clone = generate(tmp_path / "clone")
    before = GitStore(clone).text("for-each-ref")
    process = started(tmp_path / "log", "--no-app", "--repo", str(clone), "--name", "acme/driver")
    try:
        page = address(process, tmp_path / "log")
        assert page.endswith("/acme/driver")
        until(lambda: ("GITHUB_APP_ID" in (tmp_path / "log").read_text() and "yes") or None, "the settings")
        opened(page, "shared-slots-gate")
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(40) == 0
    assert GitStore(clone).text("for-each-ref") == before
