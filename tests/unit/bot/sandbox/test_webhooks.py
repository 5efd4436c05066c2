"""Webhooks: signed, in order, logged, and redelivered under the same id."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from github import GithubIntegration
from github.PullRequest import PullRequest

from bot.sandbox.server import Sandbox


class Receiver(ThreadingHTTPServer):
    """Takes deliveries and answers each with `status`."""

    def __init__(self) -> None:
        """Listen on a free port."""
        super().__init__(("127.0.0.1", 0), Handler)
        self.status, self.got = 202, list[tuple[dict[str, str], bytes]]()


class Handler(BaseHTTPRequestHandler):
    """Keeps headers and body of each request."""

    server: Receiver

    def do_POST(self) -> None:
        """Take a delivery."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((dict(self.headers.items()), body))
        self.send_response(self.server.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Stay silent."""


@pytest.fixture
def receiver(sandbox: Sandbox) -> Iterator[Receiver]:
    """Return a receiver that the sandbox's webhook points at."""
    server = Receiver()
    Thread(target=server.serve_forever, daemon=True).start()
    sandbox.webhooks.url = f"http://127.0.0.1:{server.server_port}/webhook"
    yield server
    server.shutdown()
    server.server_close()


def deliveries(integration: GithubIntegration, query: str = "") -> list[dict[str, Any]]:
    """Return the log as the App reads it."""
    _, log = integration.requester.requestJsonAndCheck("GET", f"/app/hook/deliveries{query}")
    return list(log)


def test_a_delivery_is_signed_over_its_bytes(sandbox: Sandbox, receiver: Receiver, pull: PullRequest) -> None:
    sandbox.webhooks.wait()
    headers, body = receiver.got[0]
    secret = sandbox.settings.webhook_secret.encode()
    assert headers["X-Hub-Signature-256"] == "sha256=" + hmac.new(secret, body, hashlib.sha256).hexdigest()
    assert headers["X-GitHub-Event"] == "pull_request"
    payload = json.loads(body)
    assert payload["installation"]["id"] == sandbox.site.installations[0].id
    assert payload["pull_request"]["head"]["sha"] == pull.head.sha
    assert payload["sender"]["login"] == "author"


def test_a_redelivery_has_the_same_id(
    sandbox: Sandbox, receiver: Receiver, integration: GithubIntegration, pull: PullRequest
) -> None:
    receiver.status = 500
    pull.create_issue_comment("hello")
    sandbox.webhooks.wait()
    failed = deliveries(integration, "?status=failure")
    assert [(one["event"], one["status_code"]) for one in failed] == [("issue_comment", 500)]
    receiver.status = 202
    url = f"/app/hook/deliveries/{failed[0]['id']}/attempts"
    integration.requester.requestJsonAndCheck("POST", url)
    sandbox.webhooks.wait()
    newest = deliveries(integration)[0]
    assert (newest["guid"], newest["redelivery"]) == (failed[0]["guid"], True)
    assert newest["id"] != failed[0]["id"]
    guids = {headers["X-GitHub-Delivery"] for headers, _ in receiver.got[-2:]}
    assert guids == {failed[0]["guid"]}


def test_a_lost_delivery_is_logged_as_failed(
    sandbox: Sandbox, receiver: Receiver, integration: GithubIntegration, pull: PullRequest
) -> None:
    sandbox.webhooks.wait()
    sandbox.webhooks.lose_next = 1
    pull.create_issue_comment("nobody hears this")
    sandbox.webhooks.wait()
    assert len(receiver.got) == 1
    assert deliveries(integration)[0]["status_code"] == 0


def test_a_receiver_that_is_gone_costs_nothing_but_the_delivery(
    sandbox: Sandbox, integration: GithubIntegration, pull: PullRequest
) -> None:
    sandbox.webhooks.wait()
    sandbox.webhooks.url = "http://127.0.0.1:1/webhook"
    pull.create_issue_comment("hello")
    sandbox.webhooks.wait()
    assert deliveries(integration)[0]["status"] == "failed to connect to host"


def test_only_what_the_app_asked_for_is_sent(sandbox: Sandbox, receiver: Receiver, pull: PullRequest) -> None:
    sandbox.webhooks.wait()
    sandbox.site.app.events.remove("issue_comment")
    pull.create_issue_comment("hello")
    sandbox.webhooks.wait()
    assert [headers["X-GitHub-Event"] for headers, _ in receiver.got] == ["pull_request"]


def test_the_log_is_read_by_cursor(
    sandbox: Sandbox, integration: GithubIntegration, pull: PullRequest
) -> None:
    for number in range(3):
        pull.create_issue_comment(f"comment {number}")
    sandbox.webhooks.wait()
    headers, first = integration.requester.requestJsonAndCheck("GET", "/app/hook/deliveries?per_page=3")
    link = str(headers["link"]).partition(">")[0].lstrip("<")
    _, second = integration.requester.requestJsonAndCheck("GET", link)
    assert [one["event"] for one in [*first, *second]] == [*["issue_comment"] * 3, "pull_request"]


def test_installing_and_setting_the_hook_are_announced(sandbox: Sandbox, receiver: Receiver) -> None:
    sandbox.announce()
    sandbox.webhooks.wait()
    assert [headers["X-GitHub-Event"] for headers, _ in receiver.got] == ["ping", "installation"]
