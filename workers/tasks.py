"""The one Celery task: a message says that work waits, and the inbox says which is next."""

import os
from collections.abc import Callable
from functools import cache

from celery import Celery

from bot.queue.broker import TASK
from workers.attempt import Attempts


def register(app: Celery, attempts_of: Callable[[], Attempts]) -> None:
    """Adds the task to a Celery application; each process of its pool makes its own Attempts."""

    @cache
    def attempts(_process: int) -> Attempts:
        return attempts_of()

    @app.task(name=TASK)  # type: ignore[untyped-decorator]
    def work(job: str) -> None:
        """Takes the next job, which is not always the one named: turns and lanes come first.

        A worker that was busy when others were told passes the word on, so that none waits for the re-send.
        """
        ours = attempts(os.getpid())
        if ours.take() and ours.inbox.oldest_age() > 0:
            app.send_task(TASK, args=[job])
