"""All that the sandbox answers, held against GitHub's own OpenAPI description."""

import re
from collections.abc import Callable

from github import Github, GithubIntegration
from github.PullRequest import PullRequest

from bot.sandbox import merge_queue, pulls, rest, reviews
from bot.sandbox.server import Sandbox
from tests.doubles.contract import payload_faults, unreachable, violations
from tests.unit.bot.sandbox.conftest import WorkTree, changed

NOTE = {"path": "README.md", "start_line": 10, "end_line": 10, "annotation_level": "warning", "message": "m"}


def test_every_operation_that_we_describe_is_served() -> None:
    rules = [(method, path) for resource in rest.RESOURCES for method, path, _ in resource.ROUTES]
    served = [f"{method} {re.sub(r'<[^>]*>', '{}', path)}" for method, path in rules]
    assert unreachable(served) == []


def test_every_answer_is_one_that_github_could_give(
    sandbox: Sandbox,
    integration: GithubIntegration,
    as_app: Callable[..., Github],
    as_person: Callable[[str], Github],
    work: WorkTree,
    pull: PullRequest,
) -> None:
    the_apps_own(sandbox, integration)
    client = as_app()
    for part in (read, check, discuss, label):
        part(client)
    judge(as_person("approver"))
    work.branch("topic", {"README.md": changed(l10="else")}, "topic")
    sandbox.sync()
    read(client)
    assert violations(sandbox.journal) == []


def test_every_payload_is_one_that_github_could_send(
    sandbox: Sandbox,
    as_app: Callable[..., Github],
    as_person: Callable[[str], Github],
    work: WorkTree,
    pull: PullRequest,
) -> None:
    sandbox.announce()
    for part in (check, discuss, label):
        part(as_app())
    judge(as_person("approver"))
    work.git("branch", "release", "main")
    work.branch("topic", {"README.md": changed(l10="else")}, "topic")
    sandbox.sync()
    pull.edit(title="Other", base="release")
    pull.edit(state="closed")
    pull.edit(state="open")
    kept = sandbox.site.state.repository("example-org/driver").pulls[1]
    actor = sandbox.site.state.account("approver")
    for draft in (True, False):
        pulls.drafted(sandbox.site, kept, actor, draft)
    reviews.resolved(sandbox.site, kept.threads[0], actor, actor)
    merge_queue.enqueued(sandbox.site, kept, actor)
    merge_queue.dequeued(sandbox.site, kept, actor, "dequeued")
    sandbox.webhooks.wait()
    sent = list(sandbox.webhooks.log)
    assert {fault for one in sent for fault in payload_faults(one.event, one.payload)} == set()
    assert {one.event for one in sent} == {*sandbox.site.app.events, "ping", "installation"}


def the_apps_own(sandbox: Sandbox, integration: GithubIntegration) -> None:
    """Go through what the App asks about itself."""
    sandbox.webhooks.wait()
    installation = integration.get_installations()[0].id
    get = integration.requester.requestJsonAndCheck
    integration.get_app()
    integration.get_repo_installation("example-org", "driver")
    integration.get_app_installation(installation)
    get("GET", "/app/hook/config")
    _, log = get("GET", "/app/hook/deliveries")
    get("GET", f"/app/hook/deliveries/{log[0]['id']}")
    get("GET", "/meta")


def read(client: Github) -> None:
    """Read everything there is of the pull request and its repository."""
    repo = client.get_repo("example-org/driver")
    pull = repo.get_pull(1)
    commit = repo.get_commit(pull.head.sha)
    for listed in (
        repo.get_branches(),
        repo.get_commits(),
        repo.get_git_matching_refs("heads"),
        repo.get_labels(),
        repo.get_pulls(state="all"),
        pull.get_files(),
        pull.get_commits(),
        pull.get_issue_comments(),
        pull.get_labels(),
        pull.get_review_comments(),
        pull.get_reviews(),
        commit.get_check_runs(),
        commit.get_check_suites(),
        commit.get_pulls(),
    ):
        list(listed)
    contents = repo.get_contents("README.md")
    repo.get_contents("docs")
    repo.get_git_blob(contents.sha)  # type: ignore[union-attr]
    repo.get_git_commit(pull.head.sha)
    repo.get_git_ref("heads/main")
    repo.get_branch("main")
    repo.compare("main", "topic")
    repo.get_collaborator_permission("approver")
    pull.as_issue()
    client.get_rate_limit()
    client.get_user("author")
    client.requester.requestJsonAndCheck("GET", "/installation/repositories")


def check(client: Github) -> None:
    """Create, complete and ask again for a check run."""
    repo = client.get_repo("example-org/driver")
    sha = repo.get_pull(1).head.sha
    run = repo.create_check_run("design-review", sha, status="in_progress")
    run.edit(conclusion="success", output={"title": "t", "summary": "s", "annotations": [NOTE]})
    list(run.get_annotations())
    repo.get_check_run(run.id)
    suite = repo.get_check_suite(next(iter(repo.get_commit(sha).get_check_suites())).id)
    list(suite.get_check_runs())
    suite.rerequest()
    repo.create_check_suite(sha)
    client.requester.requestJsonAndCheck("POST", f"{run.url}/rerequest")


def discuss(client: Github) -> None:
    """Comment, review, answer, react, edit and delete."""
    pull = client.get_repo("example-org/driver").get_pull(1)
    note = {"path": "README.md", "line": 10, "side": "RIGHT", "body": "Why?"}
    review = pull.create_review(body="Look", event="COMMENT", comments=[note])
    list(pull.get_single_review_comments(review.id))
    pull.get_review(review.id)
    review.edit("Look again")
    inline = next(iter(pull.get_review_comments()))
    inline.edit("Why ten?")
    inline.create_reaction("eyes")
    pull.create_review_comment_reply(inline.id, "Because").delete()
    comment = pull.create_issue_comment("hello")
    comment.edit("hello again")
    reaction = comment.create_reaction("+1")
    list(comment.get_reactions())
    comment.delete_reaction(reaction.id)
    pull.get_issue_comment(comment.id)
    pull.create_issue_comment("gone").delete()


def label(client: Github) -> None:
    """Add and remove a label."""
    pull = client.get_repo("example-org/driver").get_pull(1)
    pull.add_to_labels("design", "later")
    pull.remove_from_labels("later")


def judge(client: Github) -> None:
    """Approve, dismiss, and leave a review pending and delete it."""
    pull = client.get_repo("example-org/driver").get_pull(1)
    pull.create_review(event="APPROVE").dismiss("Too early")
    pull.create_review(body="Draft").delete()
    client.get_user()
