"""Puts the processes of one start together: the web, the workers, and what is done between."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from prometheus_client import start_http_server

from bot import logs
from bot.jobs import sweep_job
from bot.metrics import registry
from bot.queue import open_inbox
from bot.queue.inbox import Inbox
from config.settings import Settings
from workers.copies import prune
from workers.parked import revive
from workers.supervisor import Child, Supervisor

HOUR = 3600.0


def supervise(settings: Settings, *, web: bool, handler: str) -> None:
    """Runs the app, with or without the web, until told to stop.

    Without an App there is no work yet, so only the web runs, and shows /setup.
    """
    logs.configure(settings.log_format, logs.secrets_of(settings))
    inbox = open_inbox(settings)
    children = [_child("web", ["web"], None)] if web else []
    if settings.github_app_id is not None:
        children += _workers(settings, handler)
    if settings.metrics_port is not None:
        start_http_server(
            settings.metrics_port, settings.host, registry(inbox, settings.prometheus_multiproc_dir)
        )
    duties = _duties(settings, inbox)
    Supervisor(children, inbox, stall_seconds=settings.stall_seconds, duties=duties).run()


def _workers(settings: Settings, handler: str) -> list[Child]:
    folder = settings.data_dir.absolute() / "run"
    folder.mkdir(parents=True, exist_ok=True)
    if settings.broker_url is not None:
        beat = folder / "workers.beat"
        return [_child("workers", ["broker", handler, str(beat)], beat)]
    beats = [folder / f"worker-{number}.beat" for number in range(1, settings.workers + 1)]
    return [_child(beat.stem, ["embedded", handler, str(beat)], beat) for beat in beats]


def _child(name: str, arguments: list[str], beat: Path | None) -> Child:
    return Child(name, [sys.executable, "-m", "workers.processes", *arguments], os.environ, beat)


def _duties(settings: Settings, inbox: Inbox) -> list[tuple[float, Callable[[], object]]]:
    duties: list[tuple[float, Callable[[], object]]] = [
        (HOUR, inbox.prune),
        (HOUR, lambda: prune(settings.data_dir / "git")),
    ]
    if settings.github_app_id is not None:
        duties.append((settings.sweep_interval, lambda: inbox.accept(sweep_job(time.time()))))
        duties.append((settings.sweep_interval, lambda: revive(inbox)))
    if settings.broker_url is not None:
        duties.append(_resend(settings, settings.broker_url.get_secret_value()))
    return duties


def _resend(settings: Settings, url: str) -> tuple[float, Callable[[], object]]:
    from bot.queue.broker import celery_app
    from bot.queue.redis_inbox import RedisInbox
    from workers.resend import INTERVAL_SECONDS, Resend

    inbox = RedisInbox(url, max_attempts=settings.max_attempts)
    return INTERVAL_SECONDS, Resend(celery_app(settings), inbox, url, settings.workers)
