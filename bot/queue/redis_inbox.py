"""The inbox in Redis, for a web and workers on several machines; every operation is one Lua script."""

import os
import threading
import time
import uuid
from collections.abc import Callable, Iterable
from importlib.resources import files
from typing import Any

import msgspec
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from bot.jobs import Job
from bot.queue.breaker import Breaker
from bot.queue.inbox import KEEP_DONE_SECONDS, Depth, InboxUnreachable, Lease, Verdict

SCRIPT = files("bot.queue").joinpath("inbox.lua").read_text()


PATIENCE, HASTE = (
    5.0,
    2.0,
)  # seconds that a worker waits, and that a delivery of GitHub does


def connect(url: str, patience: float = PATIENCE) -> "redis.Redis":
    """A client that gives up on a dead or half-open connection within seconds, and tries once more."""
    return redis.Redis.from_url(
        url,
        socket_timeout=patience,
        socket_connect_timeout=2,
        socket_keepalive=True,
        retry=Retry(NoBackoff(), 1),
    )


def _packed(job: Job) -> tuple[str, ...]:
    body = msgspec.json.encode(job).decode()
    return (job.delivery, job.lane, job.topic, str(job.installation_id), body)


class RedisInbox:
    """An Inbox under one key prefix; safe for threads, forks and machines whose clocks agree to seconds.

    One that is `hurried` gives up early, and for a moment at once, so that a web server keeps answering.
    """

    def __init__(
        self,
        url: str,
        *,
        max_attempts: int = 8,
        resend_seconds: float = 5,
        prefix: str = "design-review:",
        hurried: bool = False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._url, self._prefix, self._clock = url, prefix, clock
        self._settings = (resend_seconds, max_attempts, int(KEEP_DONE_SECONDS))
        self._local = threading.local()
        self._patience = HASTE if hurried else PATIENCE
        self._breaker = Breaker() if hurried else None

    def _run(self, operation: str, *values: object) -> Any:
        if self._breaker is None:
            return self._ask(operation, *values)
        return self._breaker(lambda: self._ask(operation, *values))

    def _ask(self, operation: str, *values: object) -> Any:
        if getattr(self._local, "pid", None) != os.getpid():  # a forked child must not share the socket
            self._local.script = connect(self._url, self._patience).register_script(SCRIPT)
            self._local.pid = os.getpid()
        try:
            arguments = [operation, repr(self._clock()), *self._settings, *values]
            return self._local.script(keys=[self._prefix], args=arguments)
        except redis.RedisError as error:
            raise InboxUnreachable(f"Redis: {type(error).__name__}: {error}") from error

    def accept(self, job: Job) -> Verdict:
        return Verdict(self._run("accept", *_packed(job)).decode())

    def claim(self, worker: str, lease_seconds: float) -> Lease | None:
        until, token = self._clock() + lease_seconds, uuid.uuid4().hex
        answer = self._run("claim", worker, repr(until), token)
        if not answer:
            return None
        job = msgspec.json.decode(answer[0], type=Job)
        return Lease(job=job, token=token, attempts=answer[1], until=until)

    def extend(self, lease: Lease, lease_seconds: float) -> bool:
        return self._settle("extend", lease, repr(self._clock() + lease_seconds))

    def done(self, lease: Lease, follow_ups: Iterable[Job] = ()) -> bool:
        packed = msgspec.json.encode([_packed(job) for job in follow_ups])
        return self._settle("done", lease, packed)

    def retry(self, lease: Lease, at: float, reason: str, *, counts: bool = True) -> bool:
        return self._settle("retry", lease, repr(at), reason, int(counts))

    def park(self, lease: Lease, reason: str) -> bool:
        return self._settle("park", lease, reason)

    def _settle(self, operation: str, lease: Lease, *values: object) -> bool:
        return bool(self._run(operation, lease.job.delivery, lease.token, *values))

    def pause(self, installation_id: int, until: float) -> None:
        self._run("pause", installation_id, repr(until))

    def depth(self) -> Depth:
        return Depth(*self._run("depth"))

    def oldest_age(self) -> float:
        return float(self._run("oldest"))

    def parked(self, limit: int = 20) -> list[tuple[Job, str]]:
        found = self._run("parked", limit)
        return [(msgspec.json.decode(body, type=Job), reason.decode()) for body, reason in found]

    def prune(self) -> int:
        return 0  # Redis itself forgets what was done long ago

    def unsent(self, limit: int = 100) -> list[str]:
        """The jobs of which no worker was told in time; asking counts as telling."""
        return [job.decode() for job in self._run("unsent", limit)]
