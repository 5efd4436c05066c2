"""Signs in as the App and as its installations; tokens are kept until shortly before they expire."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from github import Auth, Github, GithubIntegration
from github.GithubRetry import GithubRetry

from bot.github.counted import count_calls
from bot.github.errors import Refused, told_apart

API_VERSION = "2022-11-28"
TIMEOUT_SECONDS = 15
RENEW_SECONDS = 300
READ_AND_WRITE = {
    "checks": "write",
    "contents": "read",
    "issues": "write",
    "metadata": "read",
    "pull_requests": "write",
}
RESOLVE = {"contents": "write", "pull_requests": "write"}


@dataclass(frozen=True, slots=True)
class Token:
    """An installation token and when it ends, in seconds since the epoch."""

    secret: str
    expires: float


class App:
    """The App's own face: it signs in and hands out installations."""

    def __init__(self, app_id: int, private_key: str, api_url: str) -> None:
        self.app_id = app_id
        self.api_url = api_url
        self._auth = Auth.AppAuth(app_id, private_key)
        self._tokens: dict[tuple[int, tuple[tuple[str, str], ...]], Token] = {}
        self._lock = threading.Lock()
        count_calls()

    @cached_property
    def integration(self) -> GithubIntegration:
        """PyGithub's client with the App's JWT."""
        return GithubIntegration(
            auth=self._auth,
            base_url=self.api_url,
            timeout=TIMEOUT_SECONDS,
            seconds_between_requests=None,
            seconds_between_writes=None,
            api_version=API_VERSION,
            lazy=True,
        )

    def token(self, installation: int, permissions: Mapping[str, str] = READ_AND_WRITE) -> Token:
        """A token with just these permissions that lives for some minutes yet."""
        key = (installation, tuple(sorted(permissions.items())))
        with self._lock:
            kept = self._tokens.get(key)
            if kept is None or kept.expires - time.time() < RENEW_SECONDS:
                self._tokens[key] = kept = self._mint(installation, permissions)
            return kept

    def _mint(self, installation: int, permissions: Mapping[str, str]) -> Token:
        """A fresh token; of the usual permissions, those that are not granted here are left out."""
        try:
            return self._ask_token(installation, permissions)
        except Refused:
            if permissions is not READ_AND_WRITE:
                raise
        granted = self._granted(installation)
        return self._ask_token(installation, {k: granted[k] for k in permissions if k in granted})

    def _ask_token(self, installation: int, permissions: Mapping[str, str]) -> Token:
        with told_apart():
            granted = self.integration.get_access_token(installation, dict(permissions))
        return Token(granted.token, granted.expires_at.timestamp())

    def _granted(self, installation: int) -> dict[str, str]:
        with told_apart():
            _, said = self.integration.requester.requestJsonAndCheck(
                "GET", f"/app/installations/{installation}"
            )
        return dict(said.get("permissions") or {})

    def client(self, installation: int, permissions: Mapping[str, str] = READ_AND_WRITE) -> Github:
        """PyGithub signed in as an installation. Not to be shared between threads."""
        return Github(
            auth=Auth.Token(self.token(installation, permissions).secret),
            base_url=self.api_url,
            timeout=TIMEOUT_SECONDS,
            per_page=100,
            retry=gentle_retry(),
            seconds_between_requests=None,
            seconds_between_writes=None,
            api_version=API_VERSION,
            lazy=True,
        )

    def forget(self, installation: int) -> None:
        """Drops the tokens of an installation, after GitHub refused one."""
        with self._lock:
            for key in [k for k in self._tokens if k[0] == installation]:
                del self._tokens[key]


def gentle_retry() -> GithubRetry:
    """Retries what can be said twice, never a POST, and never sleeps long: a limit goes back to the queue."""
    return GithubRetry(
        total=2,
        backoff_factor=0.2,
        allowed_methods={"GET", "HEAD", "PATCH", "PUT", "DELETE"},
        status_forcelist=[500, 502, 503, 504],
        respect_retry_after_header=False,
        max_rate_limit_wait=0,
        secondary_rate_wait=60,
    )
