"""The processes that a supervisor starts: the web, an embedded worker, a Celery worker."""

import os
import signal
import sys
import threading
from importlib import import_module
from pathlib import Path

from flask import Flask
from granian import Granian
from granian.constants import Interfaces

from bot import logs
from bot.app import Tell, create_app
from bot.queue import open_inbox
from bot.queue.broker import Teller, celery_app
from config.settings import Settings, load_settings
from workers import app as celery_worker
from workers import embedded
from workers.attempt import Attempts
from workers.outcomes import Handler
from workers.parent import die_with_parent
from workers.readiness import credentials

# Measured (benchmarks/webhook): threads of one process share a commit of the file; Redis needs no sharing.
FILE_PROCESSES_AND_THREADS, REDIS_PROCESSES_AND_THREADS = (1, 16), (2, 4)
WORKER_NICENESS = 10


def begin(settings: Settings) -> None:
    """What every process does first: clean logs, and no life without its parent."""
    logs.configure(settings.log_format, logs.secrets_of(settings))
    die_with_parent()


def load_handler(path: str, settings: Settings) -> Handler:
    """The function that works on jobs, from the factory at `module:name`."""
    module, _, name = path.partition(":")
    handler: Handler = getattr(import_module(module), name)(settings)
    return handler


def web(settings: Settings) -> None:
    """Serves HTTP until told to stop."""
    begin(settings)
    processes, threads = REDIS_PROCESSES_AND_THREADS if settings.broker_url else FILE_PROCESSES_AND_THREADS
    logs.log.info("listening", address=f"http://{settings.host}:{settings.port}")
    Granian(
        "workers.processes:wsgi",
        factory=True,
        address=settings.host,
        port=settings.port,
        interface=Interfaces.WSGI,
        workers=processes,
        blocking_threads=threads,
        respawn_failed_workers=True,
        respawn_interval=0.5,
        workers_kill_timeout=10,
        websockets=False,
        log_enabled=False,
    ).serve()


def wsgi() -> Flask:
    """The WSGI application of one web process."""
    settings = load_settings()
    begin(settings)
    die_with_parent(signal.SIGKILL)  # an orphan would keep the port; what it took is stored
    return create_app(
        settings, open_inbox(settings), _teller(settings), {"credentials": credentials(settings)}
    )


def _teller(settings: Settings) -> Tell:
    if settings.broker_url is None:
        return lambda _job: None  # the embedded workers look for themselves
    return Teller(celery_app(settings))


def embedded_worker(settings: Settings, handler: str, beat: Path) -> None:
    """Takes jobs from the inbox until told to stop."""
    begin(settings)
    os.nice(WORKER_NICENESS)  # a review never delays an answer to GitHub
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the supervisor decides
    embedded.run(_attempts(settings, handler, beat), stop)


def broker_worker(settings: Settings, handler: str, beat: Path) -> None:
    """Takes jobs when Celery says so, until told to stop."""
    begin(settings)
    os.nice(WORKER_NICENESS)
    app = celery_app(settings)
    celery_worker.run(app, settings.workers, lambda: _attempts(settings, handler, beat))


def _attempts(settings: Settings, handler: str, beat: Path) -> Attempts:
    return Attempts(
        inbox=open_inbox(settings),
        handle=load_handler(handler, settings),
        worker=f"{beat.stem} ({os.getpid()})",
        lease_seconds=settings.lease_seconds,
        job_timeout=settings.job_timeout,
        beat=beat.touch,
    )


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["web"]:
            web(load_settings())
        case ["embedded", handler, beat]:
            embedded_worker(load_settings(), handler, Path(beat))
        case ["broker", handler, beat]:
            broker_worker(load_settings(), handler, Path(beat))
