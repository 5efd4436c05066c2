"""What all calls of GitHub's API pass: they are counted, and what is known is only asked to be confirmed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from github.Requester import (
    HTTPRequestsConnectionClass,
    HTTPSRequestsConnectionClass,
    Requester,
    RequestsResponse,
)
from structlog.contextvars import get_contextvars

from bot.github.conditional import Answers, confirmed, key_of
from bot.metrics import API_CALLS, API_REMAINING

ANSWERS = Answers()


def _counted(verb: str, answer: RequestsResponse) -> RequestsResponse:
    API_CALLS.labels(verb, str(answer.status)).inc()
    headers = {name.casefold(): value for name, value in answer.getheaders()}
    left, resource = headers.get("x-ratelimit-remaining", ""), headers.get("x-ratelimit-resource", "core")
    if left.isdigit():
        installation = get_contextvars().get("installation", "app")  # bound by logs.about
        API_REMAINING.labels(str(installation), resource).set(int(left))
    return answer


def _asked(connection: Any, ask: Callable[[], RequestsResponse]) -> RequestsResponse:
    """Asks with the ETag that is known, unless the caller does that itself."""
    if connection.verb != "GET" or connection.stream or "If-None-Match" in connection.headers:
        return _counted(connection.verb, ask())
    place = f"{connection.protocol}://{connection.host}:{connection.port}"
    key = key_of(place + connection.url, connection.headers)
    kept = ANSWERS.get(key)
    if kept is not None:
        connection.headers = connection.headers | {"If-None-Match": kept.headers["ETag"]}
    answer = _counted(connection.verb, ask())
    if kept is not None and answer.status == 304:
        return confirmed(kept, answer.response)
    ANSWERS.keep(key, answer.response)
    return answer


class _CountedHttp(HTTPRequestsConnectionClass):
    def getresponse(self) -> RequestsResponse:
        return _asked(self, super().getresponse)


class _CountedHttps(HTTPSRequestsConnectionClass):
    def getresponse(self) -> RequestsResponse:
        return _asked(self, super().getresponse)


def count_calls() -> None:
    """Makes every PyGithub client of this process count; calling it again changes nothing."""
    Requester.injectConnectionClasses(_CountedHttp, _CountedHttps)
