"""Asks again only for what changed: an answer that GitHub confirms by a 304 costs no quota."""

from __future__ import annotations

import threading
from collections import OrderedDict
from copy import copy
from hashlib import sha256

import requests
from github.Requester import RequestsResponse

MOST_ANSWERS = 500
LARGEST_BODY = 256_000  # bytes
Key = tuple[str, str]


class Answers:
    """The latest answers to GET requests, with their ETags, for all clients of a process.

    An ETag holds for one credential, as GitHub's `Vary` says, so an answer is known by both. Nothing is
    taken to be fresh because it is young: every answer given out was confirmed just now.
    """

    def __init__(self, most: int = MOST_ANSWERS) -> None:
        self._most = most
        self._kept: OrderedDict[Key, requests.Response] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key) -> requests.Response | None:
        """The answer kept, if any."""
        with self._lock:
            return self._kept.get(key)

    def keep(self, key: Key, answer: requests.Response) -> None:
        """Keeps an answer that has an ETag and is not too large; the oldest makes room."""
        if answer.status_code != 200 or "ETag" not in answer.headers or len(answer.content) > LARGEST_BODY:
            return
        with self._lock:
            self._kept[key] = answer
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)


def key_of(url: str, headers: dict[str, str]) -> Key:
    """What an answer is known by; the credential itself is not kept."""
    return url, sha256(headers.get("Authorization", "").encode()).hexdigest()


def confirmed(kept: requests.Response, answer: requests.Response) -> RequestsResponse:
    """The answer that a 304 confirms, with the quota and the date that came with the 304."""
    again = copy(kept)
    again.headers = kept.headers.copy()
    for name, value in answer.headers.items():
        if name.casefold() not in ("content-length", "content-type", "content-encoding", "link"):
            again.headers[name] = value
    return RequestsResponse(again)
