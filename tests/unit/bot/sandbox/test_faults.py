"""Injected faults: what is answered, how often, and that a cut call may have done its work."""

import time
from collections.abc import Callable

import pytest
import requests
from github import Github, GithubException
from github.PullRequest import PullRequest

from bot.sandbox.faults import Fault
from bot.sandbox.server import Sandbox


def comments_of(sandbox: Sandbox) -> int:
    """Return how many comments there really are."""
    return len(sandbox.site.state.repository("example-org/driver").pulls[1].comments)


@pytest.mark.parametrize(("kind", "status"), [("500", 500), ("502", 502), ("429", 429), ("secondary", 403)])
def test_a_fault_strikes_once_and_does_nothing(
    sandbox: Sandbox, pull: PullRequest, kind: str, status: int
) -> None:
    sandbox.faults.add(kind, times=1, method="POST", retry_after="3")
    with pytest.raises(GithubException) as failed:
        pull.create_issue_comment("lost")
    assert failed.value.status == status
    assert (failed.value.headers or {})["retry-after"] == "3"
    assert comments_of(sandbox) == 0
    pull.create_issue_comment("kept")
    assert comments_of(sandbox) == 1


def test_a_cut_does_nothing_and_a_late_cut_does_all(sandbox: Sandbox, pull: PullRequest) -> None:
    for kind, there in (("cut", 0), ("cut-after", 1)):
        sandbox.faults.add(kind, times=1, method="POST")
        with pytest.raises(requests.exceptions.ConnectionError):
            pull.create_issue_comment(kind)
        assert comments_of(sandbox) == there


def test_a_timeout_holds_the_line(sandbox: Sandbox, as_person: Callable[[str], Github]) -> None:
    sandbox.faults.add("timeout", times=1, seconds=0.3)
    started = time.monotonic()
    with pytest.raises(requests.exceptions.ConnectionError):
        as_person("author").get_repo("example-org/driver")
    assert time.monotonic() - started >= 0.3


def test_a_head_that_is_not_visible_yet_becomes_so(
    sandbox: Sandbox, as_app: Callable[..., Github], pull: PullRequest
) -> None:
    sandbox.faults.add("head-not-visible", times=2, path="/check-runs$")
    repo = as_app().get_repo("example-org/driver")
    for _ in range(2):
        with pytest.raises(GithubException) as refused:
            repo.create_check_run("design-review", pull.head.sha)
        assert (refused.value.status, "No commit found" in refused.value.data["message"]) == (422, True)
    assert repo.create_check_run("design-review", pull.head.sha).status == "queued"


def test_one_in_ten_is_one_in_ten_and_repeats() -> None:
    runs = [[Fault("502", one_in=10, seed=4).strikes("GET", "/x") for _ in range(1)] for _ in range(2)]
    assert runs[0] == runs[1]
    fault = Fault("502", one_in=10, seed=4)
    assert 60 < sum(fault.strikes("GET", "/x") for _ in range(1000)) < 140


def test_an_unknown_fault_is_refused(sandbox: Sandbox) -> None:
    with pytest.raises(ValueError, match="no such fault"):
        sandbox.faults.add("earthquake")


def test_latency_delays_every_answer(sandbox: Sandbox) -> None:
    sandbox.faults.latency = 0.2
    started = time.monotonic()
    requests.get(f"{sandbox.api_url}/rate_limit", timeout=10)
    assert time.monotonic() - started >= 0.2
