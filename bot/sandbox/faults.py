"""Makes the server fail on purpose: chosen answers, delays, cut connections; seeded, so a run repeats."""

import random
import re
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from flask import Request, Response, jsonify

KINDS: dict[str, tuple[int, str, dict[str, str]]] = {
    "500": (500, "Server Error", {}),
    "502": (502, "Server Error", {}),
    "503": (503, "Service unavailable", {}),
    "429": (429, "API rate limit exceeded", {"Retry-After": "1"}),
    "secondary": (
        403,
        "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
        {"Retry-After": "1"},
    ),
    "head-not-visible": (422, "No commit found for SHA", {}),
}
CONNECTION = ("timeout", "cut", "cut-after")


@dataclass
class Fault:
    """One way to fail: `kind`, for one call in `one_in` of those that match, `times` at most (0: for ever).

    `timeout` waits `seconds`, then cuts; `cut` closes the connection before anything was done,
    `cut-after` when all was done and only the answer is lost.
    """

    kind: str
    one_in: int = 1
    times: int = 0
    method: str = ".*"
    path: str = ".*"
    retry_after: str = ""
    seconds: float = 20.0
    seed: int = 0
    happened: int = 0
    _random: random.Random = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Seed the choice, and refuse a kind that does not exist."""
        if self.kind not in KINDS and self.kind not in CONNECTION:
            raise ValueError(f"no such fault: {self.kind}")
        self._random = random.Random(self.seed)  # noqa: S311

    def strikes(self, method: str, path: str) -> bool:
        """Say whether this call is to fail, and count it."""
        if self.times and self.happened >= self.times:
            return False
        if not re.fullmatch(self.method, method) or not re.search(self.path, path):
            return False
        if self._random.randrange(self.one_in):
            return False
        self.happened += 1
        return True


class Faults:
    """The faults that are armed, and a delay before every answer."""

    def __init__(self) -> None:
        """Begin without any."""
        self.armed: list[Fault] = []
        self.latency = 0.0

    def add(self, kind: str, **options: object) -> Fault:
        """Arm a fault; `options` are the fields of `Fault`."""
        fault = Fault(kind, **options)  # type: ignore[arg-type]
        self.armed.append(fault)
        return fault

    def clear(self) -> None:
        """Disarm everything."""
        self.armed.clear()
        self.latency = 0.0

    def choose(self, request: Request) -> Fault | None:
        """Wait out the latency, and return the fault that strikes this request."""
        if self.latency:
            time.sleep(self.latency)
        path = request.path.removeprefix("/api/v3")
        return next((one for one in self.armed if one.strikes(request.method, path)), None)


def answer(fault: Fault) -> Response:
    """Return the answer of a fault that answers."""
    status, message, headers = KINDS[fault.kind]
    response = jsonify({"message": message, "documentation_url": "https://docs.github.com/rest"})
    response.status_code = status
    response.headers.update(headers)
    if fault.retry_after:
        response.headers["Retry-After"] = fault.retry_after
    return response


def cut(request: Request, fault: Fault) -> None:
    """Close the connection under a request, after the wait of a time-out."""
    if fault.kind == "timeout":
        time.sleep(fault.seconds)
    close: Callable[[int], None] = request.environ["werkzeug.socket"].shutdown
    close(socket.SHUT_RDWR)
