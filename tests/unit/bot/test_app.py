"""The web process answers GitHub, its operator and Prometheus, over a real inbox."""

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from bot.app import create_app
from bot.jobs import Job
from bot.queue.inbox import Depth
from bot.queue.redis_inbox import RedisInbox
from bot.queue.sqlite import SqliteInbox
from bot.webhook import MAX_BYTES
from config.settings import Settings, SettingsFault
from tests.doubles.redis_server import free_port
from tests.doubles.running_app import ROOT, SECRET, opened, signed

EXAMPLES = ROOT / "tests/doubles/node_modules/@octokit/webhooks-examples/api.github.com/index.json"
CONFIGURED = Settings(github_app_id=1, github_webhook_secret=SECRET)


class Web:
    """The application with its inbox, and what the workers were told."""

    def __init__(self, inbox: SqliteInbox | RedisInbox, fault: str | None = None) -> None:
        self.inbox, self.told = inbox, list[Job]()
        self.client = create_app(
            CONFIGURED, inbox, self.told.append, {"credentials": lambda: fault}
        ).test_client()

    def deliver(self, delivery: str, body: bytes, event: str = "pull_request") -> tuple[int, str]:
        headers = {"X-GitHub-Delivery": delivery, "X-GitHub-Event": event}
        answer = self.client.post(
            "/webhook", data=body, headers=headers | {"X-Hub-Signature-256": signed(body)}
        )
        return answer.status_code, answer.text


@pytest.fixture
def web(tmp_path: Path) -> Web:
    return Web(SqliteInbox(tmp_path / "inbox.db"))


@pytest.fixture
def web_without_queue() -> Web:
    return Web(RedisInbox(f"redis://127.0.0.1:{free_port()}/0"))


def test_no_secret_no_app(tmp_path: Path) -> None:
    settings = Settings(github_app_id=1, github_webhook_secret=None)
    with pytest.raises(SettingsFault):
        create_app(settings, SqliteInbox(tmp_path / "inbox.db"), lambda _: None, {})


def test_what_asks_for_nothing_is_answered_and_not_stored(web: Web) -> None:
    assert web.deliver("d-1", b'{"zen":"Design for failure."}', event="ping") == (200, "Nothing to do.\n")
    assert web.inbox.depth() == Depth()
    assert web.told == []


def test_a_delivery_is_stored_before_the_answer_and_the_workers_are_told(web: Web) -> None:
    assert web.deliver("d-1", opened(3)) == (202, "queued\n")
    assert web.inbox.depth() == Depth(waiting=1)
    assert [job.delivery for job in web.told] == ["d-1"]


def test_a_delivery_that_comes_again_changes_nothing(web: Web) -> None:
    web.deliver("d-1", opened(3))
    assert web.deliver("d-1", opened(3)) == (202, "known\n")
    web.inbox.done(web.inbox.claim("w", 60))
    assert web.deliver("d-1", opened(3)) == (202, "done\n")
    assert web.inbox.depth() == Depth()
    assert len(web.told) == 1


def test_a_forged_delivery_is_refused_and_not_stored(web: Web) -> None:
    headers = {"X-GitHub-Delivery": "d-1", "X-GitHub-Event": "pull_request"}
    forged = headers | {"X-Hub-Signature-256": signed(opened(3), "guess")}
    assert web.client.post("/webhook", data=opened(3), headers=forged).status_code == 401
    assert web.client.post("/webhook", data=opened(3), headers=headers).status_code == 401
    assert web.inbox.depth() == Depth()


def test_an_oversized_delivery_is_refused(web: Web) -> None:
    answer = web.client.post("/webhook", data=b"x" * (MAX_BYTES + 1))
    assert answer.status_code == 413


def test_a_signed_body_that_is_no_payload_is_a_clean_refusal(web: Web) -> None:
    status, text = web.deliver("d-1", b'{"installation": "<b>"}')
    assert status == 400
    assert text == "The payload cannot be read: Expected `object | null`, got `str` - at `$.installation`\n"
    assert web.client.post("/webhook").content_type.startswith("text/plain")


def test_only_post_is_taken(web: Web) -> None:
    assert web.client.get("/webhook").status_code == 405


def test_a_length_that_is_none_is_refused(web: Web) -> None:
    answer = web.client.post("/webhook", environ_overrides={"CONTENT_LENGTH": "-1"})
    assert answer.status_code == 400


def test_a_form_is_a_clean_refusal(web: Web) -> None:
    assert web.deliver("d-1", b"payload=%7B%7D")[0] == 400


def test_without_a_queue_the_delivery_is_not_taken(web_without_queue: Web) -> None:
    status, text = web_without_queue.deliver("d-1", opened(3))
    assert (status, text) == (503, "The queue does not answer; please deliver again.\n")
    assert web_without_queue.told == []


def test_health_needs_no_queue(web_without_queue: Web) -> None:
    assert web_without_queue.client.get("/healthz").status_code == 200


def test_ready_where_queue_and_credentials_are(web: Web) -> None:
    answer = web.client.get("/readyz")
    assert (answer.status_code, answer.json) == (200, {"queue": "ok", "credentials": "ok"})


def test_not_ready_without_a_queue(web_without_queue: Web) -> None:
    answer = web_without_queue.client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json == {"queue": "The queue does not answer.", "credentials": "ok"}


def test_not_ready_without_credentials(tmp_path: Path) -> None:
    web = Web(SqliteInbox(tmp_path / "inbox.db"), fault="GitHub does not know this App.")
    answer = web.client.get("/readyz")
    assert (answer.status_code, answer.json["credentials"]) == (503, "GitHub does not know this App.")


def test_metrics_show_deliveries_and_the_queue(web: Web) -> None:
    web.deliver("d-1", opened(3))
    web.inbox.park(web.inbox.claim("w", 60), "hopeless")
    page = web.client.get("/metrics").text
    assert 'design_review_queue_jobs{state="parked"} 1.0' in page
    assert 'design_review_deliveries_total{event="pull_request",result="queued"}' in page
    assert "design_review_queue_reachable 1.0" in page


def test_metrics_without_a_queue_say_so(web_without_queue: Web) -> None:
    page = web_without_queue.client.get("/metrics").text
    assert "design_review_queue_reachable 0.0" in page
    assert "design_review_queue_jobs{" not in page


@pytest.mark.skipif(not EXAMPLES.exists(), reason="needs `npm ci` in tests/doubles")
def test_every_published_example_is_answered(web: Web) -> None:
    answers: dict[int, int] = {}
    for event in json.loads(EXAMPLES.read_text()):
        for example in event["examples"]:
            for body in (example, example | {"installation": {"id": 1}}):
                delivery = f"d-{sum(answers.values())}"
                status, _ = web.deliver(delivery, json.dumps(body).encode(), event=event["name"])
                answers[status] = answers.get(status, 0) + 1
    assert set(answers) == {200, 202}
    assert answers[202] > 60
    assert sum(answers.values()) > 600


def setup_client(tmp_path: Path, app_id: int | None) -> FlaskClient:
    settings = Settings(
        github_app_id=app_id,
        github_webhook_secret=SECRET,
        github_api_url=f"http://127.0.0.1:{free_port()}",
        github_server_url="https://github.example",
    )
    return create_app(settings, SqliteInbox(tmp_path / "inbox.db"), lambda _: None, {}).test_client()


def test_no_setup_where_an_app_is_configured(tmp_path: Path) -> None:
    assert setup_client(tmp_path, 1).get("/setup").status_code == 404
    assert setup_client(tmp_path, 1).get("/setup?code=1&state=2").status_code == 404


def test_setup_sends_the_manifest_to_github(tmp_path: Path) -> None:
    answer = setup_client(tmp_path, None).get("/setup", base_url="https://review.example")
    assert answer.status_code == 200
    assert 'action="https://github.example/settings/apps/new?state=' in answer.text
    assert "https://review.example/webhook" in answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    cookie = answer.headers["Set-Cookie"]
    assert all(word in cookie for word in ("HttpOnly", "SameSite=Lax", "Secure"))


@pytest.mark.parametrize(
    "query", ["code=abc", "code=abc&state=", "code=abc&state=guessed", "code=abc&state=é"]
)
def test_setup_takes_no_code_that_this_browser_did_not_ask_for(tmp_path: Path, query: str) -> None:
    client = setup_client(tmp_path, None)
    assert client.get(f"/setup?{query}").status_code == 400
    client.get("/setup")
    assert client.get(f"/setup?{query}").status_code == 400


def test_setup_says_when_github_does_not_exchange_the_code(tmp_path: Path) -> None:
    client = setup_client(tmp_path, None)
    state = client.get("/setup").text.partition("?state=")[2].partition('"')[0]
    answer = client.get(f"/setup?code=abc&state={state}")
    assert answer.status_code == 502
    assert "Open /setup again" in answer.text
