"""One commit at the head of several pull requests: its run is right at once when one of them leaves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from github.PullRequest import PullRequest

from bot.jobs import Job
from bot.sandbox.pulls import closed
from tests.end_to_end.world import NAME, World
from workers.outcomes import Done
from workers.sweep import sweep


def pair(world: World) -> tuple[PullRequest, PullRequest]:
    """Two reviewed pull requests with one head: one lacks its proposal, one aims at what has it already."""
    world.branch("release", world.with_gate())
    world.branch("gate", {"README.md": "# Gated\n"}, "release")
    world.git("branch", "twin", "gate")
    world.sandbox.sync()
    needy = world.open("gate")
    content = world.person("author").get_repo(NAME).create_pull(base="release", head="twin", title="Docs")
    for pull in (needy, content):
        world.settle(pull)
    assert verdict(world, content) == "failure"
    return needy, content


def verdict(world: World, pull: PullRequest) -> str:
    """The conclusion of the one run on a pull request's head."""
    (run,) = world.runs(world.repository.pulls[pull.number].head_sha)
    return str(run.conclusion)


def work_off(world: World, jobs: tuple[Job, ...]) -> int:
    """Runs jobs with all that follow from them; how many there were."""
    done = 0
    waiting = list(jobs)
    while waiting:
        outcome = world.pipeline(waiting.pop())
        assert isinstance(outcome, Done), outcome
        waiting += outcome.follow_ups
        done += 1
        assert done < 10
    return done


def test_one_that_is_alone_on_its_head_costs_one_read_when_it_closes(world: World) -> None:
    world.branch("gate", world.with_gate())
    pull = world.open("gate")
    world.settle(pull)
    pull.edit(state="closed")
    with world.counted() as calls:
        assert world.review(pull) == Done()
    assert calls == ["POST /graphql 200"]


def test_when_one_closes_the_run_speaks_for_the_other_alone(world: World) -> None:
    needy, content = pair(world)
    needy.edit(state="closed")
    work_off(world, (world.job(needy.number),))
    assert verdict(world, content) == "success"
    (run,) = world.runs(content.head.sha)
    assert "pull request" not in run.output.title
    content.edit(state="closed")
    assert work_off(world, (world.job(content.number),)) == 1


def test_when_one_moves_on_the_run_speaks_for_the_other_alone(world: World) -> None:
    needy, content = pair(world)
    world.branch("gate", {"README.md": "# More\n"}, "gate")
    work_off(world, (world.job(needy.number, before_sha=content.head.sha),))
    assert verdict(world, needy) == "failure"
    assert verdict(world, content) == "success"


def closes(world: World, needy: PullRequest) -> None:
    site = world.sandbox.site
    closed(site, world.repository.pulls[needy.number], site.state.account("author"))


def moves(world: World, needy: PullRequest) -> None:
    world.branch("gate", {"README.md": "# More\n"}, "gate")
    world.settle(needy)


@pytest.mark.parametrize("leaves", [closes, moves])
def test_a_sweep_finds_a_run_that_speaks_for_one_who_left(
    world: World, leaves: Callable[[World, PullRequest], None]
) -> None:
    needy, content = pair(world)
    assert sweep(world.app, "design-review", "sweep-1").reviews == []
    leaves(world, needy)
    found = sweep(world.app, "design-review", "sweep-2").reviews
    assert [job.pull_number for job in found] == [content.number]
    work_off(world, tuple(found))
    assert verdict(world, content) == "success"
    assert sweep(world.app, "design-review", "sweep-3").reviews == []


def test_a_sweep_finds_a_run_that_leaves_one_out(world: World) -> None:
    world.branch("release", world.with_gate())
    sha = world.branch("gate", {"README.md": "# Gated\n"}, "release")
    repository = world.person("author").get_repo(NAME)
    content = repository.create_pull(base="release", head="gate", title="Docs")
    world.settle(content)
    assert verdict(world, content) == "success"
    world.open("gate")
    work_off(world, tuple(sweep(world.app, "design-review", "sweep-1").reviews))
    assert [run.conclusion for run in world.runs(sha)] == ["failure"]
    assert sweep(world.app, "design-review", "sweep-2").reviews == []
