"""Counts the calls of GitHub's API, and what is left of the quota, where all of them pass."""

from typing import Any

from github.Requester import HTTPRequestsConnectionClass, HTTPSRequestsConnectionClass, Requester
from structlog.contextvars import get_contextvars

from bot.metrics import API_CALLS, API_REMAINING


def _count(verb: str, answer: Any) -> Any:
    API_CALLS.labels(verb, str(answer.status)).inc()
    headers = {name.casefold(): value for name, value in answer.getheaders()}
    left, resource = headers.get("x-ratelimit-remaining", ""), headers.get("x-ratelimit-resource", "core")
    if left.isdigit():
        installation = get_contextvars().get("installation", "app")  # bound by logs.about
        API_REMAINING.labels(str(installation), resource).set(int(left))
    return answer


class _CountedHttp(HTTPRequestsConnectionClass):
    def getresponse(self) -> Any:
        return _count(self.verb, super().getresponse())


class _CountedHttps(HTTPSRequestsConnectionClass):
    def getresponse(self) -> Any:
        return _count(self.verb, super().getresponse())


def count_calls() -> None:
    """Makes every PyGithub client of this process count; calling it again changes nothing."""
    Requester.injectConnectionClasses(_CountedHttp, _CountedHttps)
