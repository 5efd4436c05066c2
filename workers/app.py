"""The Celery worker: the application, the task, and a pool of processes that die with their parent."""

import logging
import signal
from collections.abc import Callable

from celery import Celery
from celery.signals import setup_logging, worker_process_init

from workers import tasks
from workers.attempt import Attempts
from workers.parent import die_with_parent

QUIET = ["--without-gossip", "--without-mingle", "--without-heartbeat"]


def run(app: Celery, processes: int, attempts_of: Callable[[], Attempts]) -> None:
    """Works until told to stop; a job in hand is finished first."""
    tasks.register(app, attempts_of)
    setup_logging.connect(_keep_our_logs)
    logging.getLogger("celery").setLevel(logging.WARNING)  # a line a message says nothing that ours do not
    worker_process_init.connect(_end_orphans)
    app.worker_main(["worker", "--pool=prefork", f"--concurrency={processes}", *QUIET])


def _keep_our_logs(**_: object) -> None:
    """Celery sets up logging of its own where nobody listens to this signal."""


def _end_orphans(**_: object) -> None:
    die_with_parent(signal.SIGKILL)  # a job in hand comes back when its lease ends
