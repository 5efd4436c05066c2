"""The App is ready while GitHub knows it; probes cost no calls, and an outage is not our fault."""

import pytest

from bot.github.errors import NotAllowed, Unavailable
from config.settings import Settings
from tests.doubles.redis_server import free_port
from workers.readiness import KEEP_SECONDS, Credentials, credentials


class GitHub:
    """Answers, or fails, as the test says, and counts."""

    now, calls = 0.0, 0
    error: Exception | None = None

    def ask(self) -> None:
        self.calls += 1
        if self.error:
            raise self.error


@pytest.fixture
def github() -> GitHub:
    return GitHub()


@pytest.fixture
def check(github: GitHub) -> Credentials:
    return Credentials(github.ask, clock=lambda: github.now)


def test_known_to_github_is_ready_and_asked_once_a_minute(github: GitHub, check: Credentials) -> None:
    assert [check() for _ in range(50)] == [None] * 50
    assert github.calls == 1
    github.now += KEEP_SECONDS
    check()
    assert github.calls == 2


def test_a_wrong_key_is_said_until_it_is_mended(github: GitHub, check: Credentials) -> None:
    github.error = NotAllowed("401")
    assert check() == "GitHub does not accept the App's id and private key."
    github.error = None
    assert check() is not None
    github.now += KEEP_SECONDS
    assert check() is None


def test_an_outage_leaves_the_last_answer(github: GitHub, check: Credentials) -> None:
    check()
    github.error = Unavailable("502")
    github.now += KEEP_SECONDS
    assert check() is None


def test_no_app_is_said() -> None:
    assert credentials(Settings(github_app_id=None))() == "No App is configured."


def test_a_key_that_is_none_is_said() -> None:
    url = f"http://127.0.0.1:{free_port()}"
    settings = Settings(github_app_id=1, github_private_key="not a key", github_api_url=url)
    assert credentials(settings)() == "GitHub does not accept the App's id and private key."
