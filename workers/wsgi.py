"""The web application of one process: it stores what GitHub delivers and loads none of what reviews need."""

import signal
import threading
import time
from contextlib import suppress

from flask import Flask

from bot.app import create_app
from bot.deliveries import Tell
from bot.queue import open_inbox
from bot.queue.inbox import InboxUnreachable
from bot.queue.sqlite import SqliteInbox
from config.settings import Settings, load_settings
from workers.parent import begin, die_with_parent
from workers.readiness import credentials

FLUSH_SECONDS = 1.0


def application() -> Flask:
    """The WSGI application of one process."""
    settings = load_settings()
    begin(settings)
    die_with_parent(signal.SIGKILL)  # an orphan would keep the port; what it took is stored
    inbox = open_inbox(settings, hurried=True)
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
