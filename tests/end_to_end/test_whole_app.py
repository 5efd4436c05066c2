"""The app as it runs in production, against GitHub's double: what it logs, counts, keeps secret and mends."""

from __future__ import annotations

import base64
import json
import threading
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox import checks
from bot.sandbox.model import now
from tests.doubles.running_app import RunningApp
from tests.end_to_end.world import NAME, World

HANDLER = "workers.bootstrap:handler"
STAGES = ("locate", "fetch", "read", "think", "publish")
ABOUT_THE_PROCESS = {"listening", "process died, starting it again"}


class Whole:
    """A world whose events reach a running app, and what anybody on the machine sees meanwhile."""

    def __init__(self, folder: Path) -> None:
        self.world = World(folder)
        self.folder = folder / "app"
        environment = self.world.sandbox.app_environment(self.folder)
        self.app = RunningApp(self.folder, HANDLER, **environment, SWEEP_INTERVAL="4", WORKERS="1")
        self.world.sandbox.webhooks.url = f"http://127.0.0.1:{self.app.port}/webhook"
        self.command_lines: set[str] = set()
        self._over = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self._watcher.start()

    def _watch(self) -> None:
        while not self._over.wait(0.005):
            for line in Path("/proc").glob("[0-9]*/cmdline"):
                try:
                    self.command_lines.add(line.read_text(errors="replace"))
                except OSError:
                    continue

    def until(self, true: Callable[[], object], seconds: float = 40) -> None:
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, self.app.log.read_text()[-3000:]
            time.sleep(0.1)

    def concluded(self, sha: str) -> list[str]:
        return [str(r.conclusion) for r in self.world.runs(sha) if r.status == "completed"]

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.app.log.read_text().splitlines()]

    def close(self) -> None:
        self._over.set()
        self._watcher.join()
        self.app.stop()
        self.world.close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    """One pull request with a gap, reviewed and asked about, in an app that goes on running."""
    whole = Whole(tmp_path_factory.mktemp("whole"))
    sha = whole.world.branch("gate", whole.world.with_gate())
    pull = whole.world.open("gate")
    whole.until(lambda: whole.concluded(sha) == ["failure"])
    whole.world.say(pull, "/design status", by="stranger")
    whole.until(lambda: len(whole.world.ours(pull)) == 2)
    yield whole
    whole.close()


def test_a_lost_delivery_is_found_and_sent_again(whole: Whole) -> None:
    sha = whole.world.branch("lost", {"README.md": "# Lost\n"})
    whole.world.sandbox.webhooks.wait()
    whole.world.sandbox.webhooks.lose_next = 1
    whole.world.open("lost")
    whole.until(lambda: whole.concluded(sha) == ["success"])
    said = [line["mended"] for line in whole.lines() if line["event"] == "swept"]
    assert any(mended.startswith("1 lost deliveries sent again") for mended in said), said
    redelivered = [one for one in whole.world.sandbox.webhooks.log if one.redelivery]
    assert [one.status_code for one in redelivered] == [202]


def test_a_run_left_in_progress_is_completed(whole: Whole) -> None:
    site, sha = whole.world.sandbox.site, whole.world.branch("left", {"README.md": "# Left\n"})
    whole.world.sandbox.webhooks.wait()
    asked = {"name": "design-review", "head_sha": sha, "status": "in_progress"}
    run = checks.created(site, whole.world.repository, site.app, asked)
    run.started_at = now() - timedelta(minutes=16)
    site.app.events.remove("pull_request")  # nobody hears of it
    try:
        whole.world.open("left")
        whole.until(lambda: whole.concluded(sha) == ["success"])
    finally:
        site.app.events.append("pull_request")
    assert len(whole.world.runs(sha)) == 1


def test_every_line_of_a_job_carries_the_deliverys_id(whole: Whole) -> None:
    whole.until(lambda: 'state="running"} 0.0' in whole.app.get("/metrics")[1])
    lines = [line for line in whole.lines() if line["event"] not in ABOUT_THE_PROCESS]
    assert [line for line in lines if not line.get("delivery")] == []
    taken = {line["delivery"] for line in lines if line["event"] == "job taken"}
    said = [one for one in whole.world.sandbox.webhooks.log if one.event == "issue_comment"]
    asked = {one.guid for one in said if "/design" in one.payload["comment"]["body"][:7]}
    assert asked
    assert asked <= taken
    assert taken == {line["delivery"] for line in lines if line["event"] == "job settled"}


def test_what_happened_is_counted_where_it_happened(whole: Whole) -> None:
    status, page = whole.app.get("/metrics")
    (installation,) = whole.world.sandbox.site.installations
    assert status == 200
    for counted in (
        'design_review_deliveries_total{event="pull_request",result="queued"}',
        'design_review_jobs_total{kind="review",outcome="done"}',
        'design_review_findings_total{rule="proposal-absent",severity="blocking"}',
        'design_review_api_calls_total{method="POST",status="200"}',
        f'design_review_api_remaining{{installation="{installation.id}",resource="graphql"}}',
        'design_review_sweeps_total{result="whole"}',
        'design_review_mended_total{what="delivery"}',
        'design_review_queue_jobs{state="parked"} 0.0',
        *(f'design_review_stage_seconds_count{{stage="{s}"}}' for s in STAGES),
    ):
        assert counted in page, counted


def test_no_secret_is_seen_by_anybody(whole: Whole) -> None:
    sandbox = whole.world.sandbox
    tokens = list(sandbox.credentials._installations)
    assert all(len(token) > 500 and token.count(".") == 2 for token in tokens)
    basic = [base64.b64encode(f"x-access-token:{t}".encode()).decode() for t in tokens]
    key = [line for line in sandbox.private_key_pem.splitlines() if not line.startswith("-----")]
    secrets = [*tokens, *basic, *key, sandbox.settings.webhook_secret]
    assert any("fetch" in line for line in whole.command_lines), "no fetch was seen"
    texts = {f"process {line!r}": line for line in whole.command_lines}
    texts |= {str(f): f.read_text("latin-1") for f in whole.folder.rglob("*") if f.is_file()}
    for pull in whole.world.repository.pulls.values():
        texts |= {f"comment {c.id}": c.body for c in pull.comments}
    for suite in whole.world.repository.suites:
        texts |= {f"run {r.id}": f"{r.title} {r.summary} {r.text}" for r in suite.runs}
    assert str(whole.app.log) in texts
    assert any("git/" in name and name.endswith("/config") for name in texts)
    assert [name for name, text in texts.items() if any(secret in text for secret in secrets)] == []


def test_the_name_is_the_one_that_branch_protection_knows(whole: Whole) -> None:
    names = {run.name for suite in whole.world.repository.suites for run in suite.runs}
    assert names == {"design-review"}
    assert whole.world.repository.full_name == NAME
