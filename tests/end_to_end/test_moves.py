"""A repository is its id: renamed, given or taken away, its pull requests are reviewed where it is now."""

from __future__ import annotations

import pytest
from github.PullRequest import PullRequest

from bot.jobs import Kind
from bot.sandbox.model import CheckRun
from tests.end_to_end.world import NAME, World
from workers.outcomes import Done
from workers.sweep import sweep


def gate(world: World) -> PullRequest:
    """A pull request that lacks its proposal, not reviewed yet."""
    world.branch("gate", world.with_gate())
    return world.open("gate")


def runs(world: World) -> list[CheckRun]:
    """Every run on the repository, whatever it is called."""
    return [run for suite in world.repository.suites for run in suite.runs]


@pytest.mark.parametrize("private", [False, True])
def test_a_transferred_repository_is_reviewed_where_it_is_now(world: World, private: bool) -> None:
    pull = gate(world)
    world.repository.private = private
    job = world.job(pull.number)
    world.sandbox.transfer(world.repository, "other-org")
    outcome = world.pipeline(job)
    assert isinstance(outcome, Done)
    (there,) = outcome.follow_ups
    assert (there.repository, there.repository_id) == ("other-org/driver", job.repository_id)
    assert there.lane == job.lane
    assert world.pipeline(there) == Done()
    assert [run.conclusion for run in runs(world)] == ["failure"]
    assert len(world.repository.pulls[pull.number].comments) == 1


def test_a_reviewed_pull_request_keeps_its_run_and_comment_when_transferred(world: World) -> None:
    pull = gate(world)
    world.settle(pull)
    job = world.job(pull.number)
    world.repository.private = True
    world.sandbox.transfer(world.repository, "other-org")
    (there,) = world.pipeline(job).follow_ups
    with world.counted() as calls:
        assert world.pipeline(there) == Done()
    assert calls == ["POST /graphql 200"]


def test_a_repository_given_where_the_app_is_not_is_left_in_peace(world: World) -> None:
    pull = gate(world)
    job = world.job(pull.number)
    world.repository.private = True
    world.sandbox.transfer(world.repository, "other-org", installed=False)
    assert world.pipeline(job) == Done()
    assert runs(world) == []


@pytest.mark.parametrize("kind", [Kind.REVIEW, Kind.INSTALLATION, Kind.BASE_PUSH])
def test_a_repository_out_of_reach_is_left_in_peace(world: World, kind: Kind) -> None:
    pull = gate(world)
    job = world.job(pull.number, kind, head_sha=pull.head.sha)
    world.sandbox.site.state.repositories.clear()
    world.sandbox.site.installations.clear()
    assert world.pipeline(job) == Done()


def test_a_name_that_another_repository_has_by_now_is_not_believed(world: World) -> None:
    pull = gate(world)
    job = world.job(pull.number)
    world.sandbox.rename(world.repository, "moved")
    namesake = world.sandbox.add_repository(NAME, world.work)
    (there,) = world.pipeline(job).follow_ups
    assert there.repository == "example-org/moved"
    assert world.pipeline(there) == Done()
    assert [run.conclusion for run in runs(world)] == ["failure"]
    assert namesake.suites == []


def test_a_sweep_finds_what_moved_without_a_word(world: World) -> None:
    gate(world)
    world.sandbox.transfer(world.repository, "other-org")
    (job,) = sweep(world.app, "design-review", "sweep-1").reviews
    assert world.pipeline(job) == Done()
    assert [run.conclusion for run in runs(world)] == ["failure"]
