"""What /readyz asks beside the queue: whether GitHub knows the App."""

import threading
import time
from collections.abc import Callable

from bot.app import Check
from bot.github.connection import App
from bot.github.errors import GitHubError, NotAllowed, NotThere, told_apart
from config.settings import Settings

KEEP_SECONDS = 60.0


class Credentials:
    """Asks GitHub who we are, at most once a minute, so that frequent probes cost nothing.

    An outage of GitHub is not a fault of ours: the last answer stands, and deliveries go on being stored.
    """

    def __init__(self, ask: Callable[[], object], clock: Callable[[], float] = time.monotonic) -> None:
        self._ask, self._clock = ask, clock
        self._lock = threading.Lock()
        self._fault: str | None = None
        self._asked = float("-inf")

    def __call__(self) -> str | None:
        with self._lock:
            if self._clock() - self._asked >= KEEP_SECONDS:
                self._look()
                self._asked = self._clock()
            return self._fault

    def _look(self) -> None:
        try:
            self._ask()
        except (NotAllowed, NotThere):
            self._fault = "GitHub does not accept the App's id and private key."
        except GitHubError:
            return
        else:
            self._fault = None


def credentials(settings: Settings) -> Check:
    """The check of these settings; where no App is configured it says so."""
    if settings.github_app_id is None or not settings.private_key:
        return lambda: "No App is configured."
    app = App(settings.github_app_id, settings.private_key, settings.github_api_url)

    def ask() -> None:
        with told_apart():
            app.integration.requester.requestJsonAndCheck("GET", "/app")

    return Credentials(ask)
