"""Tells the Celery workers again of jobs that nobody has taken in time."""

import redis
from celery import Celery
from kombu.exceptions import OperationalError

from bot.logs import log
from bot.queue.broker import QUEUE, TASK
from bot.queue.redis_inbox import RedisInbox, connect

INTERVAL_SECONDS = 1.0


class Resend:
    """Messages get lost between Redis and a worker that dies; the inbox knows what is still to do."""

    def __init__(self, app: Celery, inbox: RedisInbox, broker_url: str, workers: int) -> None:
        self._app, self._inbox, self._workers = app, inbox, workers
        self._broker = connect(broker_url)

    def __call__(self) -> None:
        """Sends what is due, unless messages that do the same still wait in the broker."""
        try:
            if self._broker.llen(QUEUE) >= self._workers:
                return
            for job in self._inbox.unsent(limit=10 * self._workers):
                self._app.send_task(TASK, args=[job], retry=False)
                log.info("worker told again", delivery=job)
        except (redis.RedisError, OperationalError, OSError) as error:
            log.warning("broker unreachable, trying again", error=str(error))
