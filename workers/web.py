"""The web process: the production server, and the application that its processes run."""

import signal
import threading
import time
from contextlib import suppress

from flask import Flask
from granian import Granian
from granian.constants import Interfaces

from bot.app import create_app
from bot.deliveries import Tell
from bot.logs import log
from bot.queue import open_inbox
from bot.queue.inbox import InboxUnreachable
from bot.queue.sqlite import SqliteInbox
from config.settings import Settings, load_settings
from workers.parent import begin, die_with_parent
from workers.readiness import credentials

# Measured (benchmarks/webhook): threads of one process share a commit of the file; Redis needs no sharing.
FILE_PROCESSES_AND_THREADS, REDIS_PROCESSES_AND_THREADS = (1, 8), (2, 4)
FLUSH_SECONDS = 1.0


def run(settings: Settings) -> None:
    """Serves HTTP until told to stop."""
    begin(settings)
    processes, threads = REDIS_PROCESSES_AND_THREADS if settings.broker_url else FILE_PROCESSES_AND_THREADS
    log.info("listening", address=f"http://{settings.host}:{settings.port}")
    Granian(
        "workers.web:wsgi",
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
    """The WSGI application of one process."""
    settings = load_settings()
    begin(settings)
    die_with_parent(signal.SIGKILL)  # an orphan would keep the port; what it took is stored
    inbox = open_inbox(settings)
    if isinstance(inbox, SqliteInbox):
        threading.Thread(target=_flush, args=(inbox,), name="flush", daemon=True).start()
    checks = {"credentials": credentials(settings)}
    return create_app(settings, inbox, _teller(settings), checks)


def _flush(inbox: SqliteInbox) -> None:
    while True:
        time.sleep(FLUSH_SECONDS)
        with suppress(InboxUnreachable):  # busy: the next second does for both
            inbox.flush()


def _teller(settings: Settings) -> Tell:
    if settings.broker_url is None:
        return lambda _job: None  # the embedded workers look for themselves
    from bot.queue.broker import Teller, celery_app

    return Teller(celery_app(settings))
