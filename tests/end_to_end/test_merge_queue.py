"""The merge queue is never left waiting: its commit has a verdict whatever happens to the group."""

from __future__ import annotations

import json

from github.PullRequest import PullRequest

from bot.events import read_payload
from bot.jobs import Job, Kind, read_job
from bot.sandbox import checks, merge_queue
from tests.end_to_end.world import NAME, World
from workers.outcomes import Done


def queued(world: World, files: dict[str, str | None]) -> tuple[PullRequest, Job, str]:
    """A pull request in the queue, the job of its group, and the group's commit."""
    world.branch("topic", files)
    pull = world.open("topic")
    site, held = world.sandbox.site, world.repository.pulls[pull.number]
    sha = merge_queue.enqueued(site, held, site.state.account("keeper"))
    ref = f"refs/heads/{merge_queue.group_ref(held, held.base_sha)}"
    return pull, world.job(kind=Kind.MERGE_GROUP, ref=ref, head_sha=sha), sha


def test_a_passing_group_is_merged(world: World) -> None:
    pull, job, _ = queued(world, {"README.md": "# x\n"})
    assert isinstance(world.pipeline(job), Done)
    assert world.repository.pulls[pull.number].merged_at is not None


def test_a_failing_group_is_dropped(world: World) -> None:
    pull, job, sha = queued(world, world.with_gate())
    assert isinstance(world.pipeline(job), Done)
    assert [r.conclusion for r in world.runs(sha)] == ["failure"]
    assert world.repository.pulls[pull.number].state == "open"


def test_a_group_that_is_gone_is_waited_for_by_nobody(world: World) -> None:
    pull, job, _ = queued(world, {"README.md": "# x\n"})
    pull.edit(state="closed")
    with world.counted() as calls:
        assert isinstance(world.pipeline(job), Done)
    assert calls == ["POST /graphql 200"]


def test_a_renamed_repository_is_followed_from_the_queue(world: World) -> None:
    _, job, sha = queued(world, world.with_gate())
    world.sandbox.rename(world.repository, "renamed")
    assert isinstance(world.pipeline(job), Done)
    (run,) = [r for s in world.repository.suites if s.head_sha == sha for r in s.runs]
    assert (run.status, run.conclusion) == ("completed", "failure")


def test_a_rerun_in_the_queue_is_judged_as_the_group_that_it_is(world: World) -> None:
    _, job, sha = queued(world, world.with_gate())
    site = world.sandbox.site
    asked = {"name": "design-review", "head_sha": sha, "status": "completed", "conclusion": "failure"}
    run = checks.created(site, world.repository, site.app, asked)
    run.suite.head_branch = (job.ref or "").removeprefix("refs/heads/")
    seen: list[tuple[str, bytes]] = []
    site.emit = lambda _, event, __, payload: seen.append((event, json.dumps(payload).encode()))
    checks.rerequested(site, run, site.state.account("keeper"))
    checks.suite_rerequested(site, run.suite, site.state.account("keeper"))
    assert [event for event, _ in seen] == ["check_run", "check_suite"]
    for event, body in seen[:2]:
        payload = json.loads(body) | {"installation": {"id": job.installation_id}}
        again = read_job(event, "d", read_payload(json.dumps(payload).encode()), app_id=site.app.id)
        assert again is not None
        assert (again.kind, again.head_sha, again.repository) == (Kind.MERGE_GROUP, sha, NAME)
        assert isinstance(world.pipeline(again), Done)
    assert run.title is not None
