"""What a hostile or careless person can do: the App stays within bounds, says nothing false, and recovers."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.jobs import Kind
from bot.sandbox import checks, comments
from tests.doubles.running_app import RunningApp
from tests.end_to_end.test_kill import idle, metrics
from tests.end_to_end.world import NAME, PROPOSAL, World
from workers.outcomes import Done, Retry


def conclusions(world: World) -> list[str | None]:
    """The conclusions of all our runs."""
    return [run.conclusion for suite in world.repository.suites for run in suite.runs]


def test_thousands_of_commands_in_one_comment_cost_ten_answers(world: World) -> None:
    world.branch("docs", {"README.md": "# x\n"})
    pull = world.open("docs")
    held, site = world.repository.pulls[pull.number], world.sandbox.site
    lines = "\n".join(f"/design explain rule-{number}" for number in range(3_000))
    comments.commented(site, held, site.state.account("stranger"), lines[:65_000])
    began = time.monotonic()
    world.settle(pull, Kind.COMMAND)
    assert time.monotonic() - began < 30
    said = world.ours(pull)
    assert len(said) == 11
    assert said[-1].startswith("A comment may hold 10 commands.")
    with world.counted() as calls:
        world.settle(pull, Kind.COMMAND)
    assert calls == ["POST /graphql 200"]


def test_names_and_words_that_no_encoding_has_are_sent_as_marks(world: World) -> None:
    text = str(world.with_proposal()[PROPOSAL]).replace("### Non-goals", "### Other \x1b[31m\u202egoals", 1)
    world.git("checkout", "-q", "-B", "odd", "main")
    folder = (world.work / PROPOSAL).parent
    Path(os.fsdecode(os.fsencode(folder) + b"/0003-sh\xff\xfe-slots.md")).write_text(text)
    world.git("add", "-A")
    world.git("commit", "-q", "-m", "Odd")
    world.git("checkout", "-q", "main")
    world.sandbox.sync()
    pull = world.open("odd", title="Proposal: shared slots")
    world.settle(pull)
    assert conclusions(world) == ["failure"]
    sent = [one.body for one in world.sandbox.journal if one.method in ("POST", "PATCH")]
    unfit = re.compile(rb"\\ud[89a-f]..|\\u00[01].|\\u202e")
    assert [found[0] for body in sent if (found := unfit.search(body))] == []
    with world.counted() as calls:
        world.settle(pull)
    assert not [call for call in calls if call.startswith("PATCH")], calls


def test_a_base_that_was_written_anew_is_said_without_our_places_and_recovered_from(world: World) -> None:
    world.branch("gate", world.with_gate())
    pull = world.open("gate")
    world.settle(pull)
    before = world.git("rev-parse", "main")
    orphan = world.git("commit-tree", "-m", "A new root", world.tree({"x.md": "x\n"}))
    world.git("checkout", "-q", "--detach")
    world.git("branch", "-f", "main", orphan)
    world.sandbox.sync()
    push = world.job(kind=Kind.BASE_PUSH, ref="refs/heads/main", before_sha=before, head_sha=orphan)
    outcome = world.pipeline(push)
    assert isinstance(outcome, Done)
    (follow_up,) = outcome.follow_ups
    assert isinstance(world.pipeline(follow_up), Retry)
    (run,) = [run for suite in world.repository.suites for run in suite.runs]
    assert (run.status, run.conclusion) == ("completed", "failure")
    assert "have no common ancestor." in str(run.summary)
    assert str(world.settings.data_dir) not in str(run.summary)
    world.git("branch", "-f", "main", before)
    world.sandbox.sync()
    world.settle(pull)
    assert "needs a design proposal" in str(run.summary)
    assert len(world.ours(pull)) == 1


def test_a_deleted_base_branch_leaves_its_last_commit_to_compare_with(world: World) -> None:
    world.git("branch", "release", "main")
    world.branch("gate", world.with_gate())
    repository = world.person("author").get_repo(NAME)
    pull = repository.create_pull(base="release", head="gate", title="A change", body="")
    world.git("branch", "-D", "release")
    world.sandbox.sync()
    world.settle(pull)
    assert conclusions(world) == ["failure"]


def test_a_waiver_goes_with_its_comment(world: World) -> None:
    world.branch("gate", world.with_gate())
    pull = world.open("gate")
    comment = world.say(pull, "/design waive proposal-absent agreed elsewhere", by="keeper")
    world.settle(pull, Kind.COMMAND)
    assert conclusions(world) == ["success"]
    comment.delete()
    world.settle(pull, Kind.COMMAND)
    assert conclusions(world) == ["failure"]


def test_three_thousand_files_are_reviewed_within_a_minute(world: World) -> None:
    files = {
        f"pkg/part{n // 100}/file{n}.go": f"package part{n // 100}\n\nconst N{n} = {n}\n"
        for n in range(3_000)
    }
    world.branch("many", dict(files))
    pull = world.open("many")
    began = time.monotonic()
    with world.counted() as calls:
        world.settle(pull)
    assert time.monotonic() - began < 60
    assert conclusions(world) == ["success"]
    assert len(calls) == 3


@pytest.fixture
def app(world: World, tmp_path: Path) -> Iterator[RunningApp]:
    environment = world.sandbox.app_environment(tmp_path / "app") | {"NICENESS": "0"}
    app = RunningApp(tmp_path / "app", **environment)
    yield app
    app.stop()


def settled(app: RunningApp, world: World) -> None:
    """Waits until every event is delivered and nothing waits or runs."""
    world.sandbox.webhooks.wait()
    end = time.monotonic() + 60
    while not idle(metrics(app)):
        assert time.monotonic() < end, app.log.read_text()[-2000:]
        time.sleep(0.2)


def test_a_run_that_is_asked_for_again_while_it_is_reviewed_ends_completed_once(
    app: RunningApp, world: World
) -> None:
    world.sandbox.webhooks.url = f"http://127.0.0.1:{app.port}/webhook"
    world.branch("gate", world.with_gate())
    pull = world.open("gate")
    site, held = world.sandbox.site, world.repository.pulls[pull.number]
    settled(app, world)
    (run,) = [run for suite in world.repository.suites for run in suite.runs]
    world.sandbox.faults.latency = 0.3
    taken = app.log.read_text().count("job taken")
    world.retitle(pull.number, "Another title")
    end = time.monotonic() + 60
    while app.log.read_text().count("job taken") == taken:
        assert time.monotonic() < end, app.log.read_text()[-2000:]
        time.sleep(0.02)
    for _ in range(3):
        with site.state.lock:
            checks.rerequested(site, run, site.state.account("keeper"))
    world.sandbox.faults.latency = 0.0
    settled(app, world)
    assert conclusions(world) == ["failure"]
    assert len(held.comments) == 1


def test_events_in_reverse_order_end_in_the_same_state(app: RunningApp, world: World) -> None:
    world.branch("gate", world.with_gate())
    pull = world.open("gate")
    held = world.repository.pulls[pull.number]
    world.say(pull, "/design status")
    world.branch("gate", {"README.md": "# More\n"}, "gate")
    pull.edit(title="Another title")
    pull.edit(state="closed")
    pull.edit(state="open")
    world.branch("gate", world.with_gate())
    webhooks = world.sandbox.webhooks
    webhooks.wait()
    webhooks.url = f"http://127.0.0.1:{app.port}/webhook"
    for delivery in list(webhooks.log)[::-1]:
        webhooks.redeliver(world.sandbox.site, delivery.id)
    settled(app, world)
    runs = [run for s in world.repository.suites if s.head_sha == held.head_sha for run in s.runs]
    assert [run.conclusion for run in runs] == ["failure"]
    assert len(held.comments) == 3  # the question, its answer, and the one comment
