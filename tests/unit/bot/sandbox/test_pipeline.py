"""What surrounds every answer: pages, ETags, quotas, versions, errors, the journal."""

from collections.abc import Callable

import pytest
import requests
from github import Github, GithubException
from github.PullRequest import PullRequest

from bot.sandbox.server import Sandbox


@pytest.fixture
def get(sandbox: Sandbox) -> Callable[..., requests.Response]:
    """Return a plain GET with a person's token."""
    token = sandbox.credentials.personal(sandbox.site.state.account("author"))

    def call(path: str, **headers: str) -> requests.Response:
        whole = {"Authorization": f"token {token}"} | {k.replace("_", "-"): v for k, v in headers.items()}
        return requests.get(sandbox.api_url + path, headers=whole, timeout=10)

    return call


COMMENTS = "/repos/example-org/driver/issues/1/comments"


def test_links_lead_through_every_page(
    get: Callable[..., requests.Response], as_app: Callable[..., Github], pull: PullRequest
) -> None:
    for number in range(5):
        pull.create_issue_comment(str(number))
    first = get(f"{COMMENTS}?per_page=2")
    assert set(first.links) == {"next", "last"}
    last = requests.get(first.links["last"]["url"], timeout=10)
    assert ([one["body"] for one in last.json()], set(last.links)) == (["4"], {"prev", "first"})
    assert len(get(f"{COMMENTS}?per_page=1000").json()) == 5


def test_an_unchanged_answer_is_a_304_that_costs_nothing(
    get: Callable[..., requests.Response], pull: PullRequest
) -> None:
    first = get(COMMENTS)
    again = get(COMMENTS, If_None_Match=first.headers["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["X-RateLimit-Used"] == first.headers["X-RateLimit-Used"]
    pull.create_issue_comment("new")
    assert get(COMMENTS, If_None_Match=first.headers["ETag"]).status_code == 200


def test_a_spent_quota_is_a_403_with_nothing_left(
    sandbox: Sandbox, get: Callable[..., requests.Response]
) -> None:
    sandbox.rates.limit = 1
    get("/repos/example-org/driver")
    refused = get("/repos/example-org/driver")
    assert (refused.status_code, refused.headers["X-RateLimit-Remaining"]) == (403, "0")
    assert "rate limit exceeded" in refused.json()["message"]
    assert get("/rate_limit").status_code == 200


def test_too_many_texts_a_minute_are_a_secondary_limit(sandbox: Sandbox, pull: PullRequest) -> None:
    sandbox.rates.content_a_minute = 2
    for number in range(2):
        pull.create_issue_comment(str(number))
    with pytest.raises(GithubException) as refused:
        pull.create_issue_comment("one too many")
    assert (refused.value.status, "secondary" in refused.value.data["message"]) == (403, True)
    assert 0 < int((refused.value.headers or {})["retry-after"]) <= 61
    assert len(list(pull.get_issue_comments())) == 2


def test_a_version_that_does_not_exist_is_refused(get: Callable[..., requests.Response]) -> None:
    version = {"X_GitHub_Api_Version": "2022-11-28"}
    assert get("/rate_limit", **version).headers["X-GitHub-Api-Version-Selected"] == "2022-11-28"
    assert get("/rate_limit", X_GitHub_Api_Version="1999-01-01").status_code == 400


@pytest.mark.parametrize(
    "path", ["/nothing", "/repos/example-org/absent", "/repos/example-org/driver/pulls/9"]
)
def test_what_is_not_there_is_json(get: Callable[..., requests.Response], path: str) -> None:
    answer = get(path)
    assert (answer.status_code, answer.json()["status"]) == (404, "404")


def test_a_body_that_is_no_json_is_a_400(sandbox: Sandbox, pull: PullRequest) -> None:
    token = sandbox.credentials.personal(sandbox.site.state.account("author"))
    header = {"Authorization": f"token {token}"}
    answer = requests.post(sandbox.api_url + COMMENTS, data="{", headers=header, timeout=10)
    assert (answer.status_code, answer.json()["message"]) == (400, "Problems parsing JSON")


def test_the_api_answers_with_and_without_its_prefix(sandbox: Sandbox) -> None:
    for prefix in ("", "/api/v3"):
        url = f"{sandbox.url}{prefix}/repos/example-org/driver"
        assert requests.get(url, timeout=10).json()["full_name"] == "example-org/driver"


def test_the_journal_counts_calls_and_keeps_no_secret(
    sandbox: Sandbox, as_app: Callable[..., Github]
) -> None:
    sandbox.journal.clear()
    as_app().get_repo("example-org/driver")
    assert [one.split()[0] for one in sandbox.journal.calls()] == ["POST", "GET"]
    assert sandbox.journal.writes() == []
    assert not any("Authorization" in one.headers for one in sandbox.journal)
