"""Remembers every request and its answer, for tests that count calls and hold them against the schemas."""

import json
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Exchange:
    """One request and what it was answered; `fault` names the fault that was injected."""

    method: str
    path: str
    query: str
    headers: dict[str, str]
    body: bytes
    status: int
    answer_headers: dict[str, str] = field(default_factory=dict)
    answer: bytes = b""
    fault: str = ""

    @property
    def route(self) -> str:
        """Return the path without the prefix of GitHub Enterprise Server."""
        return self.path.removeprefix("/api/v3").replace("/api/graphql", "/graphql")

    def json(self) -> Any:
        """Return the request's body as JSON, None when it has none."""
        return json.loads(self.body) if self.body else None


class Journal:
    """The exchanges of the API, oldest first."""

    def __init__(self, length: int) -> None:
        """Begin empty; the newest `length` exchanges are kept."""
        self._exchanges: deque[Exchange] = deque(maxlen=length)

    def add(self, exchange: Exchange) -> None:
        """Remember one exchange."""
        self._exchanges.append(exchange)

    def clear(self) -> None:
        """Forget everything, so that a test counts from here."""
        self._exchanges.clear()

    def __iter__(self) -> Iterator[Exchange]:
        """Go through the exchanges, oldest first."""
        return iter(list(self._exchanges))

    def __len__(self) -> int:
        """Return how many are remembered."""
        return len(self._exchanges)

    def calls(self) -> list[str]:
        """Return each exchange as `METHOD route status`; what a test prints and compares."""
        return [f"{one.method} {one.route} {one.status}" for one in self]

    def writes(self) -> list[Exchange]:
        """Return the exchanges that may have changed something, GraphQL queries and tokens left out."""
        return [one for one in self if one.method not in ("GET", "HEAD") and not self._reading(one)]

    @staticmethod
    def _reading(one: Exchange) -> bool:
        if one.route.endswith("/access_tokens"):
            return True
        return one.route == "/graphql" and "mutation" not in str((one.json() or {}).get("query"))
