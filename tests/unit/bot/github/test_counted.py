"""Every call of the API is counted by its status, and the quota that GitHub names is shown."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from github import Github
from prometheus_client import REGISTRY

from bot import logs
from bot.github.counted import count_calls
from bot.jobs import Job, Kind

JOB = Job(kind=Kind.REVIEW, delivery="d-1", name="t", installation_id=4711, repository="octo/app")


class Answers(BaseHTTPRequestHandler):
    """A server that knows one user and names a quota."""

    def do_GET(self) -> None:
        found = self.path.startswith("/user")
        body = json.dumps({"login": "octocat"} if found else {"message": "Not Found"}).encode()
        self.send_response(200 if found else 404)
        self.send_header("X-RateLimit-Remaining", "4321")
        self.send_header("X-RateLimit-Resource", "core")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture
def github() -> Iterator[Github]:
    server = HTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    count_calls()
    yield Github(base_url=f"http://127.0.0.1:{server.server_port}", retry=None)
    server.shutdown()


def calls(status: str) -> float:
    labels = {"method": "GET", "status": status}
    return REGISTRY.get_sample_value("design_review_api_calls_total", labels) or 0.0


def test_calls_count_by_status_and_the_quota_is_shown(github: Github) -> None:
    before = calls("200"), calls("404")
    with logs.about(JOB):
        assert github.get_user("octocat").login == "octocat"
        with pytest.raises(Exception, match="404"):
            github.get_repo("octo/none")
    assert (calls("200"), calls("404")) == (before[0] + 1, before[1] + 1)
    quota = {"installation": "4711", "resource": "core"}
    assert REGISTRY.get_sample_value("design_review_api_remaining", quota) == 4321
