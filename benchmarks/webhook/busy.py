"""A handler that keeps a processor busy, as a review does."""

import time

from bot.jobs import Job
from config.settings import Settings
from workers.outcomes import Done, Handler


def handler(_settings: Settings) -> Handler:
    """Works for 200 ms of processor time."""

    def handle(_job: Job) -> Done:
        end = time.process_time() + 0.2
        while time.process_time() < end:
            pass
        return Done()

    return handle
