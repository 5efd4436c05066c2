"""The merge queue: asks for checks on the group, then merges or lets go."""

from collections.abc import Callable

import pytest
from github import Github
from github.PullRequest import PullRequest

from bot.sandbox import merge_queue
from bot.sandbox.errors import RefusedError
from bot.sandbox.server import Sandbox
from tests.unit.bot.sandbox.conftest import WorkTree


def enqueue(sandbox: Sandbox) -> str:
    """Put the pull request into the queue and return the group's commit."""
    pull = sandbox.site.state.repository("example-org/driver").pulls[1]
    return merge_queue.enqueued(sandbox.site, pull, sandbox.site.state.account("approver"))


def told(sandbox: Sandbox) -> list[tuple[str, str | None]]:
    """Return action and reason of each group event."""
    sandbox.webhooks.wait()
    log = [one.payload for one in sandbox.webhooks.log if one.event == "merge_group"]
    return [(one["action"], one.get("reason")) for one in log]


def test_a_draft_does_not_queue(sandbox: Sandbox, pull: PullRequest) -> None:
    sandbox.site.state.repository("example-org/driver").pulls[1].draft = True
    with pytest.raises(RefusedError):
        enqueue(sandbox)
    assert told(sandbox) == []


@pytest.mark.parametrize(("conclusion", "merged"), [("success", True), ("neutral", True), ("failure", False)])
def test_the_check_on_the_group_decides(
    sandbox: Sandbox, as_app: Callable[..., Github], pull: PullRequest, conclusion: str, merged: bool
) -> None:
    sha = enqueue(sandbox)
    repo = as_app().get_repo("example-org/driver")
    assert told(sandbox) == [("checks_requested", None)]
    payload = next(one.payload for one in sandbox.webhooks.log if one.event == "merge_group")
    assert payload["merge_group"]["head_sha"] == sha
    assert payload["merge_group"]["head_ref"].startswith("refs/heads/gh-readonly-queue/main/pr-1-")
    run = repo.create_check_run("design-review", sha, status="in_progress")
    assert not repo.get_pull(1).merged
    run.edit(conclusion=conclusion)
    assert repo.get_pull(1).merged == merged
    assert told(sandbox)[-1] == ("destroyed", "merged" if merged else "invalidated")
    assert (repo.get_branch("main").commit.sha == sha) == merged


def test_a_base_that_moved_meanwhile_is_not_overwritten(
    sandbox: Sandbox, as_app: Callable[..., Github], work: WorkTree, pull: PullRequest
) -> None:
    sha = enqueue(sandbox)
    moved = work.commit({"other.txt": "x\n"})
    sandbox.sync()
    as_app().get_repo("example-org/driver").create_check_run("design-review", sha, conclusion="success")
    assert sandbox.site.state.repository("example-org/driver").git.refs()["main"] == moved
    assert told(sandbox)[-1] == ("destroyed", "invalidated")


def test_a_conflict_does_not_queue(sandbox: Sandbox, work: WorkTree, pull: PullRequest) -> None:
    work.commit({"new.txt": "mine\n"})
    sandbox.sync()
    with pytest.raises(RefusedError, match="conflict"):
        enqueue(sandbox)
