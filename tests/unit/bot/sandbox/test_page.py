"""The page: what a person sees and does, and what a text or another site cannot do to it."""

from collections.abc import Callable

import pytest
import requests
from github import Github
from github.PullRequest import PullRequest

from bot.sandbox.page.markdown import render
from bot.sandbox.server import Sandbox
from tests.unit.bot.sandbox.conftest import WorkTree, changed

HOSTILE = [
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "[click](javascript:alert(1))",
    '<a href="javascript:alert(1)">x</a>',
    "<iframe src='https://example.org'></iframe>",
    '<form action="https://example.org"><button>Go</button></form>',
    "<style>body { display: none }</style>",
    '```"><script>alert(1)</script>\nx\n```',
]


class Browser:
    """A person's browser: keeps cookies, sends forms, follows where they lead."""

    def __init__(self, sandbox: Sandbox, login: str = "author") -> None:
        """Begin as one of the people."""
        self.url, self.session = sandbox.url, requests.Session()
        self.post("/-/act-as", login=login)

    def get(self, path: str) -> str:
        """Return a page."""
        answer = self.session.get(self.url + path, timeout=10)
        answer.raise_for_status()
        return answer.text

    def post(self, where: str, /, **fields: str) -> str:
        """Send a form and return the page that it leads to."""
        answer = self.session.post(self.url + where, data={"back": "/"} | fields, timeout=10)
        answer.raise_for_status()
        return answer.text


PULL = "/example-org/driver/pull/1"


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_that_acts_survives_rendering(text: str) -> None:
    html = str(render(text)).lower()
    for word in ("<script", "<iframe", "<form", "<style", "onerror=", 'href="javascript'):
        assert word not in html


def test_what_reviews_use_is_rendered() -> None:
    html = str(
        render("<details><summary>More</summary>\n\n**bold** and `code`\n\n</details>\n\n<!-- marker -->")
    )
    assert "<details><summary>More</summary>" in html
    assert "<strong>bold</strong>" in html
    assert "marker" not in html
    assert "<table>" in str(render("| a | b |\n|---|---|\n| 1 | 2 |"))


def test_a_suggestion_shows_both_sides() -> None:
    html = str(render("````suggestion\n<new> ```\n````", ["<old>"]))
    assert html.index("&lt;old&gt;") < html.index("&lt;new&gt;")
    assert "Suggested change" in html


def test_a_form_of_another_site_is_refused(sandbox: Sandbox, pull: PullRequest) -> None:
    for origin, status in (("https://example.org", 403), (sandbox.url, 303)):
        answer = requests.post(
            f"{sandbox.url}{PULL}/comment",
            data={"body": "hello", "back": "/"},
            headers={"Origin": origin},
            timeout=10,
            allow_redirects=False,
        )
        assert answer.status_code == status
    assert [one.body for one in sandbox.site.state.repository("example-org/driver").pulls[1].comments] == [
        "hello"
    ]


def test_a_page_loads_nothing_from_elsewhere(sandbox: Sandbox, pull: PullRequest) -> None:
    answer = requests.get(sandbox.url + PULL, timeout=10)
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert "unsafe-inline" not in answer.headers["Content-Security-Policy"]
    assert "<script>" not in answer.text
    assert " style=" not in answer.text


def test_a_form_leads_to_no_other_site(sandbox: Sandbox) -> None:
    for target in ("https://example.org/", "//example.org/"):
        form = {"login": "author", "back": target}
        answer = requests.post(f"{sandbox.url}/-/act-as", data=form, timeout=10, allow_redirects=False)
        assert answer.headers["Location"] == "/"


@pytest.mark.parametrize("text", HOSTILE)
def test_every_page_escapes_what_people_wrote(sandbox: Sandbox, work: WorkTree, text: str) -> None:
    work.branch("hostile", {"a <script>.md": text + "\n"})
    work.git("checkout", "-q", "hostile")
    work.git("commit", "-q", "--amend", "-m", text)
    work.git("checkout", "-q", "main")
    sandbox.sync()
    browser = Browser(sandbox)
    browser.post("/example-org/driver/compare", head="hostile", base="main", title=text, body=text)
    browser.post(f"{PULL}/comment", body=text)
    pages = ("/", "/example-org/driver", PULL, f"{PULL}/files", f"{PULL}/checks")
    sha = work.git("rev-parse", "hostile")
    for path in (
        *pages,
        f"/example-org/driver/commit/{sha}",
        f"/example-org/driver/blob/{sha}/a <script>.md",
    ):
        html = browser.get(path)
        for word in ("<script>alert", "<img src=x", "<iframe", '<form action="https', "<script>.md"):
            assert word not in html, path


def test_a_pull_request_is_opened_from_a_branch_and_commented(sandbox: Sandbox) -> None:
    browser = Browser(sandbox)
    html = browser.post("/example-org/driver/compare", head="topic", base="main", title="", body="**why**")
    assert "Work on topic" in html
    assert "<strong>why</strong>" in html
    Browser(sandbox, "stranger").post(f"{PULL}/comment", body="/design help", back=PULL)
    pull = sandbox.site.state.repository("example-org/driver").pulls[1]
    assert [(one.author.login, one.body) for one in pull.comments] == [("stranger", "/design help")]
    sandbox.webhooks.wait()
    assert [one.event for one in sandbox.webhooks.log] == ["pull_request", "issue_comment"]


def test_what_cannot_be_opened_is_said_and_what_was_typed_is_kept(sandbox: Sandbox) -> None:
    where = "/example-org/driver/compare"
    html = Browser(sandbox).post(where, head="main", base="main", title="Mine", body="Text", back=where)
    assert 'role="alert"' in html
    assert "No commits between main and main" in html
    assert 'value="Mine"' in html


def test_a_revision_that_only_the_served_clone_knows_is_opened(sandbox: Sandbox, work: WorkTree) -> None:
    work.git("update-ref", "refs/pull/7/head", "topic")
    Browser(sandbox).post("/example-org/driver/compare", head="pull/7/head", base="main", title="", body="")
    pull = sandbox.site.state.repository("example-org/driver").pulls[1]
    assert (pull.head_ref, pull.head_sha) == ("pull-7", work.git("rev-parse", "topic"))


def test_a_merged_branch_is_opened_as_it_once_stood(sandbox: Sandbox, work: WorkTree) -> None:
    before = work.commit({"other.txt": "x\n"})
    work.git("merge", "-q", "--no-ff", "-m", "Merge topic", "topic")
    work.commit({"later.txt": "x\n"})
    sandbox.sync()
    Browser(sandbox).post("/example-org/driver/compare", head="topic", base="main", title="", body="")
    pull = sandbox.site.state.repository("example-org/driver").pulls[1]
    assert (pull.base_ref, pull.base_sha) == ("main-before-topic", before)


def test_checks_annotations_and_buttons_are_shown_and_pressed(
    sandbox: Sandbox, as_app: Callable[..., Github], pull: PullRequest
) -> None:
    note = {
        "path": "README.md",
        "start_line": 10,
        "end_line": 10,
        "annotation_level": "failure",
        "message": "Bad",
    }
    output = {"title": "Two things", "summary": "**One**", "annotations": [note]}
    button = {"label": "Recheck", "description": "Once more", "identifier": "recheck"}
    repo = as_app().get_repo("example-org/driver")
    run = repo.create_check_run(
        "design-review", pull.head.sha, conclusion="failure", output=output, actions=[button]
    )
    browser = Browser(sandbox)
    html = browser.get(f"{PULL}/checks")
    for words in ("Two things", "<strong>One</strong>", "README.md:10", "Bad", "Recheck"):
        assert words in html
    assert "Bad" in browser.get(f"{PULL}/files")
    browser.post(f"/example-org/driver/runs/{run.id}/press", identifier="recheck")
    browser.post(f"/example-org/driver/runs/{run.id}/rerequest")
    browser.post(f"/example-org/driver/suites/{run.raw_data['check_suite']['id']}/rerequest")
    sandbox.webhooks.wait()
    told = [(one.event, one.payload.get("action")) for one in sandbox.webhooks.log][-3:]
    assert told == [
        ("check_run", "requested_action"),
        ("check_run", "rerequested"),
        ("check_suite", "rerequested"),
    ]


def test_a_thread_is_begun_answered_and_resolved(sandbox: Sandbox, pull: PullRequest) -> None:
    browser = Browser(sandbox, "approver")
    browser.post(f"{PULL}/line", path="README.md", side="RIGHT", line="10", body="Why ten?")
    thread = sandbox.site.state.repository("example-org/driver").pulls[1].threads[0]
    assert "Why ten?" in browser.get(f"{PULL}/files")
    browser.post(f"/example-org/driver/threads/{thread.id}/reply", body="Because")
    browser.post(f"/example-org/driver/threads/{thread.id}/resolve")
    assert ([one.body for one in thread.comments], thread.resolved_by) == (
        ["Why ten?", "Because"],
        sandbox.site.state.account("approver"),
    )
    assert "resolved by approver" in browser.get(PULL)
    html = browser.post(f"{PULL}/line", path="README.md", side="RIGHT", line="1", body="Far off", back=PULL)
    assert "must be part of the diff" in html


def test_a_suggestion_is_committed_byte_for_byte(
    sandbox: Sandbox, as_app: Callable[..., Github], work: WorkTree, pull: PullRequest
) -> None:
    text = changed(l10="line ten").replace("\n", "\r\n")
    work.git("checkout", "-q", "topic")
    (work.path / "README.md").write_bytes(text.encode())
    work.git("commit", "-q", "--all", "-m", "CRLF")
    sandbox.sync()
    note = {"path": "README.md", "start_line": 10, "line": 11, "body": "```suggestion\nTEN\n```"}
    as_app().get_repo("example-org/driver").get_pull(1).create_review(
        event="COMMENT", body="x", comments=[note]
    )
    kept = sandbox.site.state.repository("example-org/driver").pulls[1]
    comment = kept.threads[0].comments[0]
    Browser(sandbox, "author").post(f"/example-org/driver/suggestions/{comment.id}/apply")
    store = kept.repository.git
    wanted = text.replace("line ten\r\nline 11\r\n", "TEN\r\n")
    assert store.blob(kept.head_sha, "README.md").decode() == wanted
    assert store.entry(kept.head_sha, "new.txt")[0] == "blob"
    assert kept.threads[0].outdated


def test_only_author_and_writers_change_a_pull_request(sandbox: Sandbox, pull: PullRequest) -> None:
    html = Browser(sandbox, "stranger").post(f"{PULL}/state", state="closed", back=PULL)
    assert "stranger may not do that here." in html
    kept = sandbox.site.state.repository("example-org/driver").pulls[1]
    assert kept.state == "open"
    browser = Browser(sandbox, "author")
    for state, found in (("draft", True), ("ready", False)):
        browser.post(f"{PULL}/state", state=state)
        assert kept.draft == found
    browser.post(f"{PULL}/edit", title="New title", base="main", body="New body")
    assert (kept.title, kept.body) == ("New title", "New body")
    Browser(sandbox, "approver").post(f"{PULL}/label", label="design")
    assert [one.name for one in kept.labels] == ["design"]
    Browser(sandbox, "approver").post(f"{PULL}/state", state="queued")
    sandbox.webhooks.wait()
    assert sandbox.webhooks.log[-1].event == "merge_group"


def test_a_large_diff_is_folded_until_asked_for(sandbox: Sandbox, work: WorkTree) -> None:
    work.branch("large", {"large.txt": "".join(f"row {n} of many\n" for n in range(2_000))})
    sandbox.sync()
    browser = Browser(sandbox)
    browser.post("/example-org/driver/compare", head="large", base="main", title="", body="")
    assert "row 1999 of many" not in browser.get(f"{PULL}/files")
    assert "row 1999 of many" in browser.get(f"{PULL}/files?show=large.txt")


def test_an_open_page_learns_of_every_change(sandbox: Sandbox, work: WorkTree, pull: PullRequest) -> None:
    def revision() -> int:
        return int(requests.get(f"{sandbox.url}/-/revision", timeout=10).json()["revision"])

    first = revision()
    assert revision() == first
    pull.create_issue_comment("hello")
    second = revision()
    work.branch("topic", {"new.txt": "x\n"}, "topic")
    sandbox.sync()
    assert first < second < revision()


@pytest.mark.parametrize(
    "path", ["/absent", "/example-org/absent", f"{PULL}9", "/example-org/driver/blob/main/no"]
)
def test_what_is_not_there_is_a_404(sandbox: Sandbox, path: str) -> None:
    assert requests.get(sandbox.url + path, timeout=10).status_code == 404


def test_the_lists_show_how_far_the_check_of_each_pull_request_is(
    sandbox: Sandbox, pull: PullRequest, as_app: Callable[..., Github]
) -> None:
    browser = Browser(sandbox)
    for page in ("/", "/example-org/driver"):
        assert "Waiting for a check" in browser.get(page)
    assert "No App listens" in browser.get(PULL)
    repository = as_app().get_repo("example-org/driver")
    run = repository.create_check_run("design-review", pull.head.sha, status="in_progress")
    for page in ("/", "/example-org/driver"):
        assert "In progress" in browser.get(page)
    output = {"title": "Needs revision: 1 blocking <finding>.", "summary": "x"}
    run.edit(status="completed", conclusion="failure", output=output)
    for page in ("/", "/example-org/driver"):
        html = browser.get(page)
        assert "Needs revision: 1 blocking &lt;finding&gt;." in html
        assert 'aria-label="design-review: failure"' in html
    pull.edit(state="closed")
    assert "Waiting" not in browser.get("/example-org/driver?state=closed")
