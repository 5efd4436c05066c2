"""Celery over Redis, as both ends need it: a message carries an id and says only that work waits."""

import queue
import threading
import time

from celery import Celery
from kombu.exceptions import OperationalError

from bot.jobs import Job
from bot.logs import log
from config.settings import Settings

TASK = "design_review.work"
QUEUE = "design-review"
VISIBILITY_MARGIN = 300.0
TRANSPORT = {
    # Without these two, messages of a dead worker are looked for every 100 seconds only (kombu 5.7).
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    # A half-open connection would leave the worker deaf for good.
    "socket_timeout": 5,
    "socket_connect_timeout": 2,
    "socket_keepalive": True,
    "health_check_interval": 5,
    "retry_on_timeout": True,
}


def celery_app(settings: Settings) -> Celery:
    """The Celery application, with late acknowledgement and a way back for what a dead worker held."""
    broker = settings.broker_url.get_secret_value() if settings.broker_url else None
    app, job_timeout = Celery("design-review", broker=broker, set_as_current=False), settings.job_timeout
    app.conf.update(
        task_default_queue=QUEUE,
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        task_ignore_result=True,
        task_time_limit=job_timeout + 10,  # the handler's own limit comes first
        task_soft_time_limit=job_timeout,
        worker_prefetch_multiplier=1,
        worker_soft_shutdown_timeout=20,
        worker_hijack_root_logger=False,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        broker_transport_options=TRANSPORT | {"visibility_timeout": job_timeout + VISIBILITY_MARGIN},
    )
    return app


class Teller:
    """Tells the workers of stored jobs, from a thread of its own, so that no request waits for it.

    Any message makes a worker take whatever is next, so a burst needs a few messages only; what is not
    told, or is lost on the way, is told again by the worker that finishes a job, or by the re-send.
    """

    def __init__(self, app: Celery, *, pause: float = 0.1, burst: int = 4) -> None:
        self._app, self._pause, self._burst = app, pause, burst
        self._stored: queue.SimpleQueue[Job] = queue.SimpleQueue()
        threading.Thread(target=self._run, name="teller", daemon=True).start()

    def __call__(self, job: Job) -> None:
        self._stored.put(job)

    def _run(self) -> None:
        while True:
            topics = {job.topic: job for job in self._waiting()}
            for job in list(topics.values())[: self._burst]:
                self._send(job)
            time.sleep(self._pause)

    def _waiting(self) -> list[Job]:
        jobs = [self._stored.get()]
        while not self._stored.empty():
            jobs.append(self._stored.get())
        return jobs

    def _send(self, job: Job) -> None:
        try:
            self._app.send_task(TASK, args=[job.delivery], retry=False)
        except (OperationalError, OSError) as error:
            log.warning("worker not told, will be told again", delivery=job.delivery, error=str(error))
