"""What can go wrong at GitHub, by what can be done about it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import requests
from github import GithubException
from jwt.exceptions import InvalidKeyError
from urllib3.exceptions import HTTPError

SECONDARY_WAIT = 60.0  # GitHub asks for at least a minute where it names no time
LONGEST_WAIT = 3_660.0  # a quota lasts an hour
SERVER_ERROR = 500


class GitHubError(Exception):
    """GitHub did not do what was asked; `str()` is one sentence without secrets."""


class Throttled(GitHubError):
    """A rate limit: ask again at `until`, a time in seconds since the epoch."""

    def __init__(self, until: float) -> None:
        super().__init__("GitHub asks us to slow down.")
        self.until = until


class Unavailable(GitHubError):
    """GitHub is down, slow or cut off; whether a write took effect is unknown until the next read."""


class NotThere(GitHubError):
    """The thing does not exist, or we may not see it."""


class NotAllowed(GitHubError):
    """A permission is missing, or the installation is suspended."""


class Refused(GitHubError):
    """GitHub understood and will not: a bad line, a text too long, a state that does not allow it."""


@contextmanager
def told_apart() -> Iterator[None]:
    """Turns what PyGithub and its transport raise into the errors of this module."""
    try:
        yield
    except GithubException as error:
        raise _from_answer(error) from error
    except InvalidKeyError as error:
        raise NotAllowed("The App's private key is not a PEM key.") from error
    except (requests.RequestException, HTTPError) as error:
        raise Unavailable(f"GitHub could not be reached ({type(error).__name__}).") from error


def _from_answer(error: GithubException) -> GitHubError:
    status, said = error.status, str(error.message or _message(error.data))[:300]
    headers = {k.casefold(): v for k, v in (error.headers or {}).items()}
    if status == 429 or (status in (400, 403) and _is_limit(said, headers)):
        return Throttled(_until(headers))
    if status in (404, 410):
        return NotThere(f"GitHub says it is not there: {said}")
    if status in (401, 403) or "FORBIDDEN" in str(error.data):
        return NotAllowed(f"GitHub does not allow it: {said}")
    if status is None or status >= SERVER_ERROR or status < 400:
        return Unavailable(f"GitHub answered {status}.")
    return Refused(f"GitHub refused ({status}): {said}")


def _message(data: object) -> str:
    return str(data.get("message") or data.get("errors") or "") if isinstance(data, dict) else ""


def _is_limit(said: str, headers: Mapping[str, str]) -> bool:
    exhausted = headers.get("x-ratelimit-remaining") == "0"
    return exhausted or "retry-after" in headers or "rate limit" in said.casefold() or "RATE_LIMITED" in said


def _until(headers: Mapping[str, str]) -> float:
    now, wait = time.time(), SECONDARY_WAIT
    after, reset = headers.get("retry-after", ""), headers.get("x-ratelimit-reset", "")
    if after.isdecimal():
        wait = float(after)
    elif headers.get("x-ratelimit-remaining") == "0" and reset.isdecimal():
        wait = float(reset) - now
    return now + min(max(wait, 1.0), LONGEST_WAIT)
