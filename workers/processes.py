"""The processes that a supervisor starts; each loads only what it needs, so that it is up soon."""

import os
import signal
import sys
import threading
from importlib import import_module
from pathlib import Path

from bot.queue import open_inbox
from config.settings import Settings, load_settings
from workers import embedded
from workers.attempt import Attempts
from workers.outcomes import Handler
from workers.parent import begin, give_way


def load_handler(path: str, settings: Settings) -> Handler:
    """The function that works on jobs, from the factory at `module:name`."""
    module, _, name = path.partition(":")
    handler: Handler = getattr(import_module(module), name)(settings)
    return handler


def embedded_worker(settings: Settings, handler: str, beat: Path) -> None:
    """Takes jobs from the inbox until told to stop."""
    begin(settings)
    give_way(settings.niceness)
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the supervisor decides
    embedded.run(_attempts(settings, handler, beat), stop)


def broker_worker(settings: Settings, handler: str, beat: Path) -> None:
    """Takes jobs when Celery says so, until told to stop."""
    from bot.queue.broker import celery_app
    from workers import app

    begin(settings)
    give_way(settings.niceness)
    app.run(celery_app(settings), settings.workers, lambda: _attempts(settings, handler, beat))


def web(settings: Settings) -> None:
    """Serves HTTP until told to stop."""
    from workers.web import run

    run(settings)


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
