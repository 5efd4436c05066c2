"""A GitHub that fails: what is asked for twice, what waits, and what is never said on a guess."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.jobs import Kind
from bot.queue.sqlite import SqliteInbox
from bot.sandbox.model import now
from tests.end_to_end.world import NAME, PROPOSAL, World
from workers.attempt import Attempts
from workers.outcomes import Done, Retry, Wait
from workers.parked import revive


def test_a_fork_head_that_is_not_visible_yet_is_tried_again(world: World) -> None:
    sha = world.branch("docs", {"README.md": "# x\n"})
    pull = world.open("docs")
    world.sandbox.faults.add("head-not-visible", times=1, method="POST", path="check-runs$")
    outcome = world.review(pull)
    assert isinstance(outcome, Retry)
    assert "No commit found" in outcome.reason
    world.settle(pull)
    assert [r.conclusion for r in world.runs(sha)] == ["success"]


def test_a_write_to_a_moved_repository_is_no_success(world: World) -> None:
    pull = world.open("docs") if world.branch("docs", {"README.md": "# x\n"}) else None
    assert pull
    read = world.pipeline.app.client(world.sandbox.site.installations[0].id)
    from bot.github.errors import Unavailable
    from bot.github.writer import Writer

    writer = Writer(read, NAME, world.app.app_id, "design-review", lambda: None)
    world.sandbox.rename(world.repository, "renamed")
    with pytest.raises(Unavailable):
        writer.start_run(pull.head.sha)
    with pytest.raises(Unavailable):
        writer.comment(pull.number, "Words")
    world.settle(pull)
    assert world.repository.suites[-1].runs[0].conclusion == "success"


@pytest.mark.parametrize(
    ("kind", "after", "least", "most"),
    [("secondary", "7", 5, 8), ("429", "7", 5, 8), ("429", "0", 0.5, 2), ("429", "99999999", 3_600, 3_661)],
)
def test_a_limit_lets_the_whole_installation_wait(
    world: World, kind: str, after: str, least: float, most: float
) -> None:
    world.branch("docs", {"README.md": "# x\n"})
    pull = world.open("docs")
    world.sandbox.faults.add(kind, times=1, path="graphql", retry_after=after)
    outcome = world.review(pull)
    assert isinstance(outcome, Wait)
    assert outcome.whole_installation
    assert least <= outcome.until - time.time() <= most
    world.settle(pull)


def test_a_spent_quota_waits_for_its_reset_and_others_go_on(world: World, tmp_path: Path) -> None:
    world.branch("docs", {"README.md": "# x\n"})
    pull = world.open("docs")
    installation = world.sandbox.site.installations[0].id
    quota = world.sandbox.rates.quota(f"installation ID {installation}", "graphql")
    quota.used, quota.reset = world.sandbox.rates.limit, int(time.time()) + 1_800
    inbox = SqliteInbox(tmp_path / "inbox.db")
    attempts = Attempts(inbox, world.pipeline, "test", 60, 60, lambda: None)
    inbox.accept(world.job(pull.number))
    inbox.accept(world.job(pull.number + 1))
    assert attempts.take()
    assert not attempts.take()  # the other one of this installation waits too
    assert inbox.depth().delayed + inbox.depth().waiting == 2
    other = world.job(pull.number)
    from msgspec.structs import replace

    inbox.accept(replace(other, delivery="other", installation_id=installation + 1, repository_id=1))
    assert attempts.take()
    assert 1_700 < _free_at(inbox) - time.time() < 1_801


def _free_at(inbox: SqliteInbox) -> float:
    rows = inbox._read("SELECT max(paused_until) FROM installations", ())
    return float(rows[0][0])


def test_a_suspended_installation_is_left_alone_until_it_is_back(world: World) -> None:
    sha = world.branch("docs", {"README.md": "# x\n"})
    pull = world.open("docs")
    (installation,) = world.sandbox.site.installations
    installation.suspended_at = now()
    world.settle(pull)
    assert isinstance(world.pipeline(world.job(kind=Kind.SWEEP)), Done)
    installation.suspended_at = None
    assert world.runs(sha) == []
    for job in world.pipeline(world.job(kind=Kind.INSTALLATION)).follow_ups:
        world.pipeline(job)
    assert [r.conclusion for r in world.runs(sha)] == ["success"]


def test_a_token_that_ends_in_the_middle_is_renewed(world: World) -> None:
    sha = world.branch("docs", {"README.md": "# x\n"})
    pull = world.open("docs")
    world.settle(pull)
    world.sandbox.credentials._installations.clear()  # GitHub knows none of our tokens any more
    world.branch("docs", {"README.md": "# y\n"})
    assert isinstance(world.review(pull), Retry)
    world.settle(pull)
    assert [r.conclusion for r in world.runs(sha)] == ["success"]


@pytest.mark.parametrize("lacking", ["checks", "pull_requests", "issues"])
def test_a_missing_permission_is_said_and_costs_no_more_than_itself(world: World, lacking: str) -> None:
    world.sandbox.site.app.permissions[lacking] = "read"
    sha = world.branch("gate", {**world.with_gate(), PROPOSAL: "# 0003 — Shared slots\n"})
    pull = world.open("gate")
    outcome = world.review(pull)
    if lacking == "checks":
        assert isinstance(outcome, Retry)
        assert "not accessible" in outcome.reason
        return
    assert isinstance(outcome, Done)
    assert [r.conclusion for r in world.runs(sha)] == ["failure"]
    assert len(world.ours(pull)) == 1  # either permission lets us comment
    assert bool(world.inline(pull)) == (lacking == "issues")


def test_a_review_that_github_cannot_place_goes_to_the_files(world: World) -> None:
    whole = str(world.with_proposal()[PROPOSAL])
    world.branch("proposal", {PROPOSAL: whole.replace("### Non-goals", "### Others", 1)})
    pull = world.open("proposal", title="Proposal: shared slots")
    world.sandbox.faults.add("head-not-visible", times=1, method="POST", path="/reviews$")  # a 422
    world.settle(pull)
    threads = world.repository.pulls[pull.number].threads
    assert threads
    assert all(t.subject == "FILE" and "```suggestion" not in t.comments[0].body for t in threads)


@pytest.mark.parametrize("kind", ["500", "502", "503", "cut", "cut-after", "timeout"])
def test_no_write_is_said_twice_whichever_answer_is_lost(make_world: Callable[..., World], kind: str) -> None:
    """Each call in turn fails once; the job is tried until it is through."""
    world = make_world()
    world.branch("gate", {**world.with_gate(), PROPOSAL: "# 0003 — Shared slots\n"})
    pull = world.open("gate")
    world.say(pull, "/design status")
    for number in range(14):
        world.sandbox.faults.add(kind, times=1, path=".*", seconds=0.05, seed=number)
    for _ in range(40):
        if isinstance(world.review(pull), Done):
            break
    world.sandbox.faults.clear()
    world.settle(pull)
    runs = [r for s in world.repository.suites for r in s.runs]
    assert [(r.status, r.conclusion) for r in runs] == [("completed", "failure")]
    assert sum("design-review:review" in body for body in world.ours(pull)) == 1
    assert sum("design-review:answer" in body for body in world.ours(pull)) == 1
    inline = [c.body for c in world.inline(pull)]
    assert len(set(inline)) == len(inline)


def test_a_job_that_was_set_aside_in_an_outage_is_tried_again(world: World, tmp_path: Path) -> None:
    world.branch("gate", world.with_gate())
    pull = world.open("gate")
    inbox = SqliteInbox(tmp_path / "inbox.db", max_attempts=2)
    attempts = Attempts(inbox, world.pipeline, "test", 60, 60, lambda: None, back_off=lambda _: 0.0)
    inbox.accept(world.job(pull.number, Kind.COMMAND, comment_id=1))
    world.sandbox.faults.add("502")
    while attempts.take():
        continue
    assert inbox.depth().parked == 1
    world.sandbox.faults.clear()
    assert revive(inbox) == 1
    assert attempts.take()
    assert (inbox.depth().parked, inbox.depth().waiting) == (0, 0)
    assert len(world.ours(pull)) == 1
    assert revive(inbox) == 0
