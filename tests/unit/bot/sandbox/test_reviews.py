"""Reviews and inline threads: all or nothing, lines in the diff, and what a push does to them."""

from collections.abc import Callable
from typing import Any

import pytest
from github import Github, GithubException
from github.PullRequest import PullRequest

from bot.sandbox.server import Sandbox
from tests.unit.bot.sandbox.conftest import WorkTree, changed

GOOD = {"path": "README.md", "line": 10, "side": "RIGHT", "body": "Why ten?"}


def review(pull: PullRequest, *comments: dict[str, Any], event: str = "COMMENT", body: str = "Look") -> Any:
    """Submit a review through PyGithub."""
    return pull.create_review(body=body, event=event, comments=list(comments))


@pytest.fixture
def ours(as_app: Callable[..., Github], pull: PullRequest) -> PullRequest:
    """Return the pull request as the App sees it."""
    return as_app().get_repo("example-org/driver").get_pull(1)


@pytest.mark.parametrize(
    "change",
    [
        {"line": 1},
        {"line": 40},
        {"path": "absent.md"},
        {"line": 14, "side": "LEFT"},
        {"start_line": 10, "start_side": "RIGHT"},
        {"start_line": 12, "start_side": "RIGHT"},
        {"start_line": 2, "start_side": "RIGHT"},
        {"body": ""},
        {"body": "x" * 65_537},
    ],
)
def test_one_bad_comment_and_nothing_is_posted(ours: PullRequest, change: dict[str, Any]) -> None:
    with pytest.raises(GithubException) as refused:
        review(ours, GOOD, GOOD | change)
    assert refused.value.status == 422
    assert list(ours.get_reviews()) == []
    assert list(ours.get_review_comments()) == []


def test_a_review_with_comments_is_one_review(sandbox: Sandbox, ours: PullRequest) -> None:
    left = {"path": "README.md", "line": 10, "side": "LEFT", "body": "Before"}
    span = {
        "path": "new.txt",
        "start_line": 1,
        "start_side": "RIGHT",
        "line": 3,
        "side": "RIGHT",
        "body": "All",
    }
    review(ours, GOOD, left, span)
    comments = list(ours.get_review_comments())
    assert [(one.path, one.side, one.start_line, one.line) for one in comments] == [
        ("README.md", "RIGHT", None, 10),
        ("README.md", "LEFT", None, 10),
        ("new.txt", "RIGHT", 1, 3),
    ]
    assert len({one.pull_request_review_id for one in comments}) == 1
    sandbox.webhooks.wait()
    events = [one.event for one in sandbox.webhooks.log if "review" in one.event]
    assert events == ["pull_request_review", *["pull_request_review_comment"] * 3]


def test_nobody_approves_their_own(pull: PullRequest) -> None:
    with pytest.raises(GithubException) as refused:
        review(pull, event="APPROVE")
    assert refused.value.status == 422


def test_a_comment_or_a_refusal_says_something(ours: PullRequest) -> None:
    for event in ("COMMENT", "REQUEST_CHANGES"):
        with pytest.raises(GithubException) as refused:
            review(ours, event=event, body="")
        assert refused.value.status == 422


def test_a_review_of_an_old_commit_is_refused(sandbox: Sandbox, ours: PullRequest, work: WorkTree) -> None:
    old = ours.base.repo.get_commit(ours.head.sha)
    work.branch("topic", {"new.txt": "other\n"}, "topic")
    sandbox.sync()
    with pytest.raises(GithubException) as refused:
        ours.create_review(commit=old, body="Late", event="COMMENT", comments=[GOOD])
    assert refused.value.status == 422


def test_a_file_comment_needs_no_line(ours: PullRequest) -> None:
    commit = ours.base.repo.get_commit(ours.head.sha)
    comment = ours.create_review_comment("On the file", commit, "new.txt", subject_type="file")
    assert (comment.subject_type, comment.line) == ("file", None)


def test_a_line_that_moved_is_followed(sandbox: Sandbox, ours: PullRequest, work: WorkTree) -> None:
    review(ours, GOOD)
    shifted = "new first line\n" + changed(l10="line ten")
    work.branch("topic", {"README.md": shifted}, "topic")
    sandbox.sync()
    comment = next(iter(ours.get_review_comments()))
    assert (comment.line, comment.original_line) == (11, 10)


def test_a_line_that_changed_is_outdated_and_remembers(
    sandbox: Sandbox, ours: PullRequest, work: WorkTree
) -> None:
    review(ours, GOOD)
    work.branch("topic", {"README.md": changed(l10="line 10, again")}, "topic")
    sandbox.sync()
    comment = next(iter(ours.get_review_comments()))
    assert (comment.line, comment.original_line, comment.original_commit_id == ours.head.sha) == (
        None,
        10,
        True,
    )
    thread = sandbox.site.state.repository("example-org/driver").pulls[1].threads[0]
    assert thread.outdated


def test_a_line_that_left_the_diff_is_outdated(sandbox: Sandbox, ours: PullRequest, work: WorkTree) -> None:
    review(ours, GOOD)
    work.branch("topic", {"README.md": changed()}, "topic")
    sandbox.sync()
    assert next(iter(ours.get_review_comments())).line is None


def test_a_force_push_leaves_an_untouched_line_alone(
    sandbox: Sandbox, ours: PullRequest, work: WorkTree
) -> None:
    review(ours, GOOD)
    work.git("checkout", "-q", "topic")
    work.git("commit", "-q", "--amend", "-m", "Other words")
    sandbox.sync()
    assert next(iter(ours.get_review_comments())).line == 10


def test_a_reply_stands_in_the_thread(ours: PullRequest, pull: PullRequest) -> None:
    review(ours, GOOD)
    first = next(iter(ours.get_review_comments()))
    answer = pull.create_review_comment_reply(first.id, "Because")
    assert answer.in_reply_to_id == first.id
    assert len(list(ours.get_review_comments())) == 2


def test_the_last_deleted_comment_takes_its_thread(sandbox: Sandbox, ours: PullRequest) -> None:
    review(ours, GOOD)
    next(iter(ours.get_review_comments())).delete()
    assert sandbox.site.state.repository("example-org/driver").pulls[1].threads == []


def test_only_a_verdict_can_be_dismissed(ours: PullRequest, as_person: Callable[[str], Github]) -> None:
    theirs = as_person("approver").get_repo("example-org/driver").get_pull(1)
    approval = theirs.create_review(body="", event="APPROVE")
    approval.dismiss("Too early")
    assert [one.state for one in theirs.get_reviews()] == ["DISMISSED"]
    comment = theirs.create_review(body="Hm", event="COMMENT")
    with pytest.raises(GithubException) as refused:
        comment.dismiss("No")
    assert refused.value.status == 422


def test_a_pending_review_is_its_authors_until_submitted(
    ours: PullRequest, as_person: Callable[[str], Github]
) -> None:
    theirs = as_person("approver").get_repo("example-org/driver").get_pull(1)
    theirs.create_review(body="Draft", comments=[GOOD])
    assert list(ours.get_reviews()) == []
    assert list(ours.get_review_comments()) == []
    assert [one.state for one in theirs.get_reviews()] == ["PENDING"]
