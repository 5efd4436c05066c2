"""A sweep outside the workers: what it finds is stored like any job and worked off here."""

from __future__ import annotations

import os
import time

from bot import logs
from bot.jobs import sweep_job
from bot.queue import open_inbox
from config.settings import Settings
from workers.attempt import Attempts
from workers.bootstrap import handler, open_app
from workers.parked import revive
from workers.sweep import Mended, sweep


def sweep_once(settings: Settings) -> Mended:
    """Sweeps, stores the reviews that are missing, and takes jobs until none is free to run."""
    logs.configure(settings.log_format, logs.secrets_of(settings))
    inbox = open_inbox(settings)
    mended = sweep(open_app(settings), settings.check_name, sweep_job(time.time()).delivery)
    for job in mended.reviews:
        inbox.accept(job)
    mended.revived = revive(inbox)
    attempts = Attempts(
        inbox=inbox,
        handle=handler(settings),
        worker=f"sweep ({os.getpid()})",
        lease_seconds=settings.lease_seconds,
        job_timeout=settings.job_timeout,
        beat=lambda: None,
    )
    while attempts.take():
        pass
    return mended
