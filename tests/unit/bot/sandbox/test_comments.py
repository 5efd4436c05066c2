"""Conversation comments and reactions."""

from collections.abc import Callable

import pytest
from github import Github, GithubException
from github.PullRequest import PullRequest

from bot.sandbox.server import Sandbox

People = Callable[[str], Github]


@pytest.mark.parametrize("body", ["", "  \n", "x" * 65_537])
def test_an_empty_or_long_comment_is_refused(pull: PullRequest, body: str) -> None:
    with pytest.raises(GithubException) as refused:
        pull.create_issue_comment(body)
    assert refused.value.status == 422
    assert list(pull.get_issue_comments()) == []


def test_the_longest_comment_is_taken(pull: PullRequest) -> None:
    assert len(pull.create_issue_comment("x" * 65_536).body) == 65_536


def test_a_comment_is_created_edited_and_deleted(sandbox: Sandbox, pull: PullRequest) -> None:
    comment = pull.create_issue_comment("one")
    comment.edit("two")
    comment.delete()
    sandbox.webhooks.wait()
    told = [one.payload for one in sandbox.webhooks.log if one.event == "issue_comment"]
    assert [one["action"] for one in told] == ["created", "edited", "deleted"]
    assert told[1]["changes"]["body"]["from"] == "one"
    assert "pull_request" in told[0]["issue"]
    with pytest.raises(GithubException) as gone:
        pull.get_issue_comment(comment.id)
    assert gone.value.status == 404


def test_a_stranger_edits_only_what_is_his(as_person: People, pull: PullRequest) -> None:
    comment = pull.create_issue_comment("mine")
    theirs = as_person("stranger").get_repo("example-org/driver").get_pull(1).get_issue_comment(comment.id)
    with pytest.raises(GithubException) as refused:
        theirs.edit("yours")
    assert refused.value.status == 403


def test_an_edit_by_another_hand_is_on_record(sandbox: Sandbox, as_person: People, pull: PullRequest) -> None:
    comment = pull.create_issue_comment("mine")
    as_person("approver").get_repo("example-org/driver").get_pull(1).get_issue_comment(comment.id).edit(
        "ours"
    )
    kept = sandbox.site.state.repository("example-org/driver").pulls[1].comments[0]
    assert (kept.author.login, kept.editor and kept.editor.login) == ("author", "approver")


def test_an_app_needs_the_permission_to_comment(as_app: Callable[..., Github], pull: PullRequest) -> None:
    theirs = as_app(issues="read", pull_requests="read").get_repo("example-org/driver").get_pull(1)
    with pytest.raises(GithubException) as refused:
        theirs.create_issue_comment("hello")
    assert refused.value.status == 403


def test_one_account_has_one_reaction_of_a_kind(sandbox: Sandbox, pull: PullRequest) -> None:
    comment = pull.create_issue_comment("look")
    first, second = comment.create_reaction("eyes"), comment.create_reaction("eyes")
    assert first.id == second.id
    assert [one.content for one in comment.get_reactions()] == ["eyes"]
    assert comment.delete_reaction(first.id)
    assert list(comment.get_reactions()) == []
