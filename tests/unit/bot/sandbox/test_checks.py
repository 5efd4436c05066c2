"""Check runs: the limits, what an update keeps, and what people press."""

from collections.abc import Callable
from typing import Any

import pytest
from github import Github, GithubException
from github.PullRequest import PullRequest
from github.Repository import Repository

from bot.sandbox.server import Sandbox

NOTE = {"path": "README.md", "start_line": 10, "end_line": 10, "annotation_level": "warning", "message": "m"}
TEXT = {"title": "t", "summary": "s"}
BUTTON = {"label": "Recheck", "description": "Once more", "identifier": "recheck"}


@pytest.fixture
def repo(as_app: Callable[..., Github], pull: PullRequest) -> Repository:
    """Return the repository as the App sees it."""
    return as_app().get_repo("example-org/driver")


def bare(size: int) -> str:
    """Return a text of that many characters."""
    return "x" * size


@pytest.mark.parametrize(
    "fields",
    [
        {"status": "completed"},
        {"conclusion": "fine"},
        {"output": TEXT | {"annotations": [NOTE] * 51}},
        {"output": TEXT | {"summary": bare(65_536)}},
        {"output": TEXT | {"text": bare(65_536)}},
        {"output": {"title": "t"}},
        {"output": TEXT | {"annotations": [NOTE | {"end_line": 9}]}},
        {"output": TEXT | {"annotations": [NOTE | {"annotation_level": "error"}]}},
        {"output": TEXT | {"annotations": [NOTE | {"message": bare(65_537)}]}},
        {"output": TEXT | {"annotations": [NOTE | {"end_line": 11, "start_column": 1}]}},
        {"actions": [BUTTON] * 4},
        {"actions": [BUTTON | {"label": bare(21)}]},
        {"actions": [BUTTON | {"description": bare(41)}]},
        {"actions": [BUTTON | {"identifier": bare(21)}]},
    ],
)
def test_what_github_does_not_take_is_refused(
    repo: Repository, pull: PullRequest, fields: dict[str, Any]
) -> None:
    with pytest.raises(GithubException) as refused:
        repo.create_check_run("design-review", pull.head.sha, **fields)
    assert refused.value.status == 422
    assert list(repo.get_commit(pull.head.sha).get_check_runs()) == []


def test_the_limits_themselves_are_taken(repo: Repository, pull: PullRequest) -> None:
    output = {"title": "t", "summary": bare(65_535), "text": bare(65_535), "annotations": [NOTE] * 50}
    long = {"label": bare(20), "description": bare(40), "identifier": bare(20)}
    run = repo.create_check_run("design-review", pull.head.sha, output=output, actions=[long] * 3)
    assert run.output.annotations_count == 50


def test_a_commit_that_is_not_there_is_named(repo: Repository) -> None:
    with pytest.raises(GithubException) as refused:
        repo.create_check_run("design-review", "0" * 40)
    assert "No commit found for SHA" in refused.value.data["message"]


def test_annotations_add_up_and_a_conclusion_completes(repo: Repository, pull: PullRequest) -> None:
    run = repo.create_check_run("design-review", pull.head.sha, status="in_progress")
    run.edit(output=TEXT | {"annotations": [NOTE] * 50})
    run.edit(conclusion="failure", output=TEXT | {"annotations": [NOTE]})
    assert (run.status, run.conclusion, run.output.annotations_count) == ("completed", "failure", 51)
    assert len(list(run.get_annotations())) == 51
    run.edit(status="in_progress")
    assert (run.status, run.conclusion) == ("in_progress", None)


def test_only_the_latest_of_a_name_is_listed_unless_asked(repo: Repository, pull: PullRequest) -> None:
    for conclusion in ("failure", "success"):
        repo.create_check_run("design-review", pull.head.sha, conclusion=conclusion)
    commit = repo.get_commit(pull.head.sha)
    assert [one.conclusion for one in commit.get_check_runs()] == ["success"]
    assert [one.conclusion for one in commit.get_check_runs(filter="all")] == ["success", "failure"]
    assert len(list(commit.get_check_suites())) == 1


def test_people_make_no_checks(as_person: Callable[[str], Github], pull: PullRequest) -> None:
    with pytest.raises(GithubException) as refused:
        as_person("approver").get_repo("example-org/driver").create_check_run("mine", pull.head.sha)
    assert refused.value.status == 403


def test_completion_and_rerequests_are_told(sandbox: Sandbox, repo: Repository, pull: PullRequest) -> None:
    run = repo.create_check_run("design-review", pull.head.sha, status="in_progress")
    url = f"{run.url}/rerequest"
    with pytest.raises(GithubException):
        repo.requester.requestJsonAndCheck("POST", url)
    run.edit(conclusion="success")
    run.edit(conclusion="failure")
    repo.requester.requestJsonAndCheck("POST", url)
    next(iter(repo.get_commit(pull.head.sha).get_check_suites())).rerequest()
    sandbox.webhooks.wait()
    told = [(one.event, one.payload.get("action")) for one in sandbox.webhooks.log if "check" in one.event]
    assert told == [
        ("check_run", "created"),
        ("check_run", "completed"),
        ("check_suite", "completed"),
        ("check_run", "rerequested"),
        ("check_suite", "rerequested"),
    ]


def test_a_forks_run_names_no_pull_request(
    sandbox: Sandbox, as_person: Callable[[str], Github], repo: Repository, pull: PullRequest
) -> None:
    run = repo.create_check_run("design-review", pull.head.sha, conclusion="success")
    assert [one.number for one in run.pull_requests] == [1]
    repository = sandbox.site.state.repository("example-org/driver")
    repository.pulls[1].head_repository = None
    assert repo.get_check_run(run.id).pull_requests == []
