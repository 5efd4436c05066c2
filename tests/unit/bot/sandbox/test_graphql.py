"""GraphQL: what a reader asks for, pages, and who may resolve."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from github import Github
from github.PullRequest import PullRequest

from bot.sandbox.server import Sandbox
from tests.unit.bot.sandbox.conftest import WorkTree, changed

Clients = Callable[..., Github]
THREADS = """query($first: Int!, $after: String) {
  repository(owner: "example-org", name: "driver") { pullRequest(number: 1) {
    reviewThreads(first: $first, after: $after) {
      totalCount pageInfo { hasNextPage endCursor }
      nodes { id path line originalLine startLine isResolved isOutdated viewerCanResolve subjectType diffSide
              resolvedBy { login }
              comments(first: 5) { nodes { body diffHunk outdated line path } } } } } } }"""
RESOLVE = "mutation($id: ID!) { resolveReviewThread(input: {threadId: $id}) { thread { isResolved } } }"


def ask(client: Github, document: str, **variables: Any) -> dict[str, Any]:
    """Return the whole answer, errors and all."""
    body = {"query": document, "variables": variables}
    url = client.requester.graphql_url
    _, _, text = client.requester.requestJson("POST", url, input=body)
    answer: dict[str, Any] = json.loads(text)
    return answer


def in_pull(client: Github, fields: str) -> dict[str, Any]:
    """Return fields of the pull request."""
    document = (
        f'{{ repository(owner: "example-org", name: "driver") {{ pullRequest(number: 1) {{ {fields} }} }} }}'
    )
    answer = ask(client, document)
    assert "errors" not in answer, answer["errors"]
    found: dict[str, Any] = answer["data"]["repository"]["pullRequest"]
    return found


@pytest.fixture
def thread(as_app: Clients, pull: PullRequest) -> str:
    """Return the id of a thread that the App began."""
    client = as_app()
    note = {"path": "README.md", "line": 10, "body": "Why?"}
    client.get_repo("example-org/driver").get_pull(1).create_review(
        body="Look", event="COMMENT", comments=[note]
    )
    threads = ask(client, THREADS, first=10)["data"]["repository"]["pullRequest"]["reviewThreads"]
    return str(threads["nodes"][0]["id"])


def test_what_is_not_there_is_a_typed_error(as_app: Clients) -> None:
    answer = ask(as_app(), '{ repository(owner: "example-org", name: "absent") { id } }')
    assert (answer["data"], answer["errors"][0]["type"]) == ({"repository": None}, "NOT_FOUND")
    gone = ask(as_app(), RESOLVE, id="PRRT_0")
    assert gone["errors"][0]["type"] == "NOT_FOUND"


def test_a_document_that_the_schema_refuses_runs_not_at_all(as_app: Clients) -> None:
    answer = ask(as_app(), '{ repository(owner: "example-org", name: "driver") { resolved } }')
    assert "data" not in answer
    assert "Cannot query field 'resolved'" in answer["errors"][0]["message"]


@pytest.mark.parametrize("bounds", ["", "(first: 101)"])
def test_a_page_needs_a_size_within_bounds(as_app: Clients, pull: PullRequest, bounds: str) -> None:
    inner = f"pullRequest(number: 1) {{ comments{bounds} {{ totalCount }} }}"
    answer = ask(as_app(), f'{{ repository(owner: "example-org", name: "driver") {{ {inner} }} }}')
    assert answer["errors"][0]["type"] in ("MISSING_PAGINATION_BOUNDARIES", "EXCESSIVE_PAGINATION")


def test_pages_follow_each_other_without_gap_or_twin(as_app: Clients, pull: PullRequest) -> None:
    for number in range(5):
        pull.create_issue_comment(f"comment {number}")
    client, seen, cursor = as_app(), list[str](), "null"
    while cursor:
        fields = (
            f"comments(first: 2, after: {cursor}) {{ nodes {{ body }} pageInfo {{ hasNextPage endCursor }} }}"
        )
        page = in_pull(client, fields)["comments"]
        seen += [one["body"] for one in page["nodes"]]
        cursor = f'"{page["pageInfo"]["endCursor"]}"' if page["pageInfo"]["hasNextPage"] else ""
    assert seen == [f"comment {number}" for number in range(5)]
    last = in_pull(client, "comments(last: 2) { nodes { body } pageInfo { hasPreviousPage } }")["comments"]
    assert [one["body"] for one in last["nodes"]] == ["comment 3", "comment 4"]
    assert last["pageInfo"]["hasPreviousPage"]


def test_a_bots_login_has_no_suffix_here(as_app: Clients, pull: PullRequest) -> None:
    client = as_app()
    comment = client.get_repo("example-org/driver").get_pull(1).create_issue_comment("beep")
    assert comment.user.login == "design-review[bot]"
    fields = "comments(first: 1) { nodes { author { __typename login } viewerDidAuthor databaseId } }"
    node = in_pull(client, fields)["comments"]["nodes"][0]
    assert node["author"] == {"__typename": "Bot", "login": "design-review"}
    assert (node["viewerDidAuthor"], node["databaseId"]) == (True, comment.id)


def test_an_editor_is_named(as_person: Clients, as_app: Clients, pull: PullRequest) -> None:
    comment = pull.create_issue_comment("mine")
    theirs = as_person("approver").get_repo("example-org/driver").get_pull(1)
    theirs.get_issue_comment(comment.id).edit("ours")
    fields = "comments(first: 1) { nodes { author { login } editor { login } lastEditedAt } }"
    node = in_pull(as_app(), fields)["comments"]["nodes"][0]
    assert (node["author"]["login"], node["editor"]["login"]) == ("author", "approver")
    assert node["lastEditedAt"]


def test_resolving_needs_contents_write(as_app: Clients, thread: str) -> None:
    narrow = as_app(pull_requests="write", contents="read")
    node = ask(narrow, THREADS, first=1)["data"]["repository"]["pullRequest"]["reviewThreads"]["nodes"][0]
    assert (node["viewerCanResolve"], node["isResolved"]) == (False, False)
    assert ask(narrow, RESOLVE, id=thread)["errors"][0]["type"] == "FORBIDDEN"
    wide = as_app(contents="write")
    assert ask(wide, RESOLVE, id=thread)["data"]["resolveReviewThread"]["thread"]["isResolved"]


def test_a_resolved_thread_names_who_did_it_and_is_told_once(
    sandbox: Sandbox, as_person: Clients, thread: str
) -> None:
    author = as_person("author")
    for _ in range(2):
        ask(author, RESOLVE, id=thread)
    nodes = ask(author, THREADS, first=1)["data"]["repository"]["pullRequest"]["reviewThreads"]["nodes"]
    assert (nodes[0]["isResolved"], nodes[0]["resolvedBy"]["login"]) == (True, "author")
    sandbox.webhooks.wait()
    told = [one for one in sandbox.webhooks.log if one.event == "pull_request_review_thread"]
    assert [one.payload["action"] for one in told] == ["resolved"]
    ask(author, RESOLVE.replace("resolveReviewThread", "unresolveReviewThread"), id=thread)
    nodes = ask(author, THREADS, first=1)["data"]["repository"]["pullRequest"]["reviewThreads"]["nodes"]
    assert nodes[0]["resolvedBy"] is None


def test_a_stranger_resolves_nothing(as_person: Clients, thread: str) -> None:
    assert ask(as_person("stranger"), RESOLVE, id=thread)["errors"][0]["type"] == "FORBIDDEN"


def test_an_outdated_thread_keeps_its_first_line(
    sandbox: Sandbox, as_app: Clients, work: WorkTree, thread: str
) -> None:
    work.branch("topic", {"README.md": changed(l10="else")}, "topic")
    sandbox.sync()
    node = ask(as_app(), THREADS, first=1)["data"]["repository"]["pullRequest"]["reviewThreads"]["nodes"][0]
    assert (node["isOutdated"], node["line"], node["originalLine"]) == (True, None, 10)
    assert node["comments"]["nodes"][0]["diffHunk"].endswith("+line ten")


def test_a_minimized_comment_says_why(as_app: Clients, thread: str) -> None:
    client = as_app()
    comments = in_pull(client, "reviews(first: 1) { nodes { id isMinimized } }")["reviews"]["nodes"]
    document = """mutation($id: ID!) { minimizeComment(input: {subjectId: $id, classifier: OUTDATED}) {
      minimizedComment { isMinimized minimizedReason } } }"""
    answer = ask(client, document, id=comments[0]["id"])["data"]["minimizeComment"]["minimizedComment"]
    assert answer == {"isMinimized": True, "minimizedReason": "outdated"}


def test_a_reaction_is_grouped(as_app: Clients, pull: PullRequest) -> None:
    client = as_app()
    pull.create_issue_comment("/design help")
    fields = "comments(first: 1) { nodes { id reactionGroups { content viewerHasReacted } } }"
    before = in_pull(client, fields)["comments"]["nodes"][0]
    assert not any(one["viewerHasReacted"] for one in before["reactionGroups"])
    react = (
        "mutation($id: ID!) { addReaction(input: {subjectId: $id, content: EYES}) { reaction { content } } }"
    )
    assert ask(client, react, id=before["id"])["data"]["addReaction"]["reaction"] == {"content": "EYES"}
    after = in_pull(client, fields)["comments"]["nodes"][0]["reactionGroups"]
    assert [one["content"] for one in after if one["viewerHasReacted"]] == ["EYES"]


def test_checks_are_narrowed_by_app_and_name(sandbox: Sandbox, as_app: Clients, pull: PullRequest) -> None:
    client = as_app()
    repo = client.get_repo("example-org/driver")
    repo.create_check_run("other", pull.head.sha, conclusion="success")
    output = {"title": "t", "summary": "s", "text": "x"}
    run = repo.create_check_run("design-review", pull.head.sha, conclusion="failure", output=output)
    named = '{checkName: "design-review"}'
    runs = f"checkRuns(first: 5, filterBy: {named}) {{ nodes {{ databaseId conclusion title }} }}"

    def found(app: int) -> list[Any]:
        suites = f"checkSuites(first: 5, filterBy: {{appId: {app}}}) {{ nodes {{ {runs} }} }}"
        node = in_pull(client, f"commits(last: 1) {{ nodes {{ commit {{ {suites} }} }} }}")["commits"][
            "nodes"
        ][0]
        return [
            run for suite in node["commit"]["checkSuites"]["nodes"] for run in suite["checkRuns"]["nodes"]
        ]

    assert found(sandbox.site.app.id) == [{"databaseId": run.id, "conclusion": "FAILURE", "title": "t"}]
    assert found(1) == []


def test_the_quota_is_told(as_app: Clients) -> None:
    first = ask(as_app(), "{ rateLimit { cost limit remaining used } }")["data"]["rateLimit"]
    assert (first["limit"], first["remaining"] + first["used"]) == (5000, 5000)


def test_a_deleted_forks_repository_is_null(sandbox: Sandbox, as_app: Clients, pull: PullRequest) -> None:
    sandbox.site.state.repository("example-org/driver").pulls[1].head_repository = None
    found = in_pull(as_app(), "headRepository { id } isCrossRepository headRefOid headRef { id }")
    assert found == {
        "headRepository": None,
        "isCrossRepository": True,
        "headRefOid": pull.head.sha,
        "headRef": None,
    }
