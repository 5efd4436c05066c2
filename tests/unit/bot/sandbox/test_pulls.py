"""Pull requests: opening, reading, changing, forks, and branches that move."""

from collections.abc import Callable

import pytest
from github import Github, GithubException
from github.PullRequest import PullRequest

from bot.sandbox.server import Sandbox
from tests.unit.bot.sandbox.conftest import WorkTree, changed

People = Callable[[str], Github]


def sent(sandbox: Sandbox, event: str) -> list[str]:
    """Return the actions of an event that were logged."""
    sandbox.webhooks.wait()
    return [one.payload.get("action", "") for one in sandbox.webhooks.log if one.event == event]


def refusal(error: pytest.ExceptionInfo[GithubException]) -> tuple[int, str]:
    """Return status and the first detail of a refusal."""
    return error.value.status, str(error.value.data.get("errors", [{}])[0])


@pytest.mark.parametrize(
    ("head", "base"), [("nowhere", "main"), ("topic", "nowhere"), ("main", "main"), ("ghost:topic", "main")]
)
def test_what_cannot_be_merged_cannot_be_opened(as_person: People, head: str, base: str) -> None:
    repo = as_person("author").get_repo("example-org/driver")
    with pytest.raises(GithubException) as refused:
        repo.create_pull(base=base, head=head, title="No", body="")
    assert refused.value.status == 422


def test_the_same_branch_is_opened_once(as_person: People, pull: PullRequest) -> None:
    repo = as_person("author").get_repo("example-org/driver")
    with pytest.raises(GithubException) as refused:
        repo.create_pull(base="main", head="topic", title="Again", body="")
    assert "already exists" in refusal(refused)[1]


def test_files_commits_and_diff_are_those_of_git(pull: PullRequest, work: WorkTree) -> None:
    files = {file.filename: file for file in pull.get_files()}
    assert list(files) == ["README.md", "new.txt"]
    assert (files["README.md"].status, files["new.txt"].status) == ("modified", "added")
    assert files["README.md"].patch.startswith("@@ -7,7 +7,7 @@")
    assert [commit.sha for commit in pull.get_commits()] == [work.git("rev-parse", "topic")]
    assert (pull.changed_files, pull.additions, pull.deletions) == (2, 4, 1)


def test_a_rename_and_a_binary_are_shown_as_such(as_person: People, sandbox: Sandbox, work: WorkTree) -> None:
    work.git("checkout", "-q", "-b", "rename", "main")
    work.git("mv", "docs/guide.md", "docs/manual.md")
    (work.path / "blob.bin").write_bytes(b"\0\1\2")
    work.commit({}, "Rename")
    sandbox.sync()
    repo = as_person("author").get_repo("example-org/driver")
    files = {
        f.filename: f for f in repo.create_pull(base="main", head="rename", title="r", body="").get_files()
    }
    assert files["docs/manual.md"].previous_filename == "docs/guide.md"
    assert files["blob.bin"].patch is None


def test_a_push_moves_the_pull_request_and_its_ref(
    sandbox: Sandbox, work: WorkTree, pull: PullRequest
) -> None:
    before = pull.head.sha
    after = work.branch("topic", {"new.txt": "four\n"}, "topic")
    sandbox.sync()
    pull.update()
    store = sandbox.site.state.repository("example-org/driver").git
    assert (pull.head.sha, store.resolve("refs/pull/1/head")) == (after, after)
    assert sent(sandbox, "pull_request") == ["opened", "synchronize"]
    payload = next(one.payload for one in sandbox.webhooks.log if one.payload.get("action") == "synchronize")
    assert (payload["before"], payload["after"]) == (before, after)


def test_nothing_is_said_when_nothing_moved(sandbox: Sandbox, pull: PullRequest) -> None:
    sandbox.sync()
    sandbox.webhooks.wait()
    count = len(sandbox.webhooks.log)
    sandbox.sync()
    sandbox.webhooks.wait()
    assert len(sandbox.webhooks.log) == count


def test_an_edit_says_what_was_before(sandbox: Sandbox, work: WorkTree, pull: PullRequest) -> None:
    work.git("branch", "release", "main")
    sandbox.sync()
    pull.edit(title="Better", base="release")
    pull.edit(title="Better")
    sandbox.webhooks.wait()
    changes = [
        one.payload["changes"] for one in sandbox.webhooks.log if one.payload.get("action") == "edited"
    ]
    assert [sorted(one) for one in changes] == [["base", "title"]]
    assert changes[0]["base"]["ref"]["from"] == "main"


def test_a_stranger_edits_nobody_elses(as_person: People, pull: PullRequest) -> None:
    with pytest.raises(GithubException) as refused:
        as_person("stranger").get_repo("example-org/driver").get_pull(1).edit(title="Mine")
    assert refused.value.status == 403


def test_closing_and_reopening(sandbox: Sandbox, pull: PullRequest) -> None:
    pull.edit(state="closed")
    pull.edit(state="open")
    assert sent(sandbox, "pull_request") == ["opened", "closed", "reopened"]


def test_labels_are_told_and_counted_once(sandbox: Sandbox, as_person: People, pull: PullRequest) -> None:
    mine = as_person("approver").get_repo("example-org/driver").get_pull(1)
    mine.add_to_labels("design")
    mine.add_to_labels("design")
    mine.remove_from_labels("design")
    assert sent(sandbox, "pull_request") == ["opened", "labeled", "unlabeled"]


def test_a_forks_pull_request_survives_its_fork(sandbox: Sandbox, as_person: People, work: WorkTree) -> None:
    repository = sandbox.site.state.repository("example-org/driver")
    fork = sandbox.fork(repository, "stranger")
    fork.git.update("refs/heads/mine", repository.git.refs()["topic"])
    sandbox.sync()
    repo = as_person("stranger").get_repo("example-org/driver")
    opened = repo.create_pull(base="main", head="stranger:mine", title="From a fork", body="")
    assert opened.head.repo.full_name == "stranger/driver"
    repository.pulls[1].head_repository = None
    assert repo.get_pull(1).raw_data["head"]["repo"] is None
    assert list(repo.get_commit(opened.head.sha).get_pulls()) == []


def test_a_renamed_repository_redirects_reading_and_refuses_blind_writing(
    sandbox: Sandbox, as_person: People, pull: PullRequest
) -> None:
    sandbox.rename(sandbox.site.state.repository("example-org/driver"), "renamed")
    client = as_person("author")
    assert client.get_repo("example-org/driver").full_name == "example-org/renamed"
    sandbox.journal.clear()
    url = "/repos/example-org/driver/issues/1/comments"
    client.requester.requestJsonAndCheck("POST", url, input={"body": "lost"})
    assert "POST /repos/example-org/driver/issues/1/comments 307" in sandbox.journal.calls()


def test_a_served_clone_is_never_written(sandbox: Sandbox, work: WorkTree, pull: PullRequest) -> None:
    refs = work.git("for-each-ref")
    pull.edit(title="Other")
    sandbox.site.state.repository("example-org/driver").git.update("refs/heads/extra", pull.head.sha)
    sandbox.sync()
    assert work.git("for-each-ref") == refs
    assert changed() in work.git("show", "main:README.md") + "\n"
