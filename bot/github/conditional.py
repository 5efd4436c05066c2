"""Asks again only for what changed: an answer that GitHub confirms by a 304 costs no quota."""

from __future__ import annotations

import threading
from collections import OrderedDict
from copy import copy
from hashlib import sha256

import requests
from github.Requester import RequestsResponse

MOST_BYTES = 32_000_000  # a page of a hundred repositories takes some 650,000
Key = tuple[str, str]


class Answers:
    """The latest answers to GET requests, with their ETags, for all clients of a process.

    An ETag holds for one credential, as GitHub's `Vary` says, so an answer is known by both. Nothing is
    taken to be fresh because it is young: every answer given out was confirmed just now.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most, self._bytes = most_bytes, 0
        self._kept: OrderedDict[Key, requests.Response] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key) -> requests.Response | None:
        """The answer kept, if any."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, key: Key, answer: requests.Response) -> None:
        """Keeps an answer that has an ETag; what was not asked for longest makes room."""
        if answer.status_code != 200 or "ETag" not in answer.headers:
            return
        with self._lock:
            self._drop(key)
            self._kept[key] = answer
            self._bytes += len(answer.content)
            while self._bytes > self._most:
                self._drop(next(iter(self._kept)))

    def _drop(self, key: Key) -> None:
        old = self._kept.pop(key, None)
        self._bytes -= len(old.content) if old is not None else 0


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
