"""The embedded worker: one process that takes jobs from the inbox itself, without a broker."""

import threading

from bot.logs import log
from bot.queue.inbox import InboxUnreachable
from workers.attempt import Attempts

SHORTEST_PAUSE, LONGEST_PAUSE = 0.02, 0.25


def run(attempts: Attempts, stop: threading.Event) -> None:
    """Takes one job after the other until told to stop; the job in hand is finished first."""
    pause = SHORTEST_PAUSE
    while not stop.is_set():
        try:
            took = attempts.take()
        except InboxUnreachable as error:
            log.warning("inbox unreachable, trying again", error=str(error))
            took, pause = False, LONGEST_PAUSE
        pause = SHORTEST_PAUSE if took else min(LONGEST_PAUSE, pause * 1.5)
        if not took:
            stop.wait(pause)
