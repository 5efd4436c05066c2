"""Another chance for jobs that were set aside: what failed in an outage may work after it."""

from bot.logs import log
from bot.metrics import MENDED
from bot.queue.inbox import Inbox

MOST = 1_000


def revive(inbox: Inbox) -> int:
    """Puts every parked job back with all its attempts; how many there were."""
    parked = inbox.parked(MOST)
    for job, reason in parked:
        log.info("parked job tried again", delivery=job.delivery, kind=job.kind.value, reason=reason)
        inbox.accept(job)
    MENDED.labels("parked job").inc(len(parked))
    return len(parked)
