"""Takes one job from the inbox, works on it under a lease that is kept alive, and settles it."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from msgspec import Struct

from bot import logs
from bot.metrics import JOB_SECONDS, JOBS
from bot.queue.inbox import Inbox, InboxUnreachable, Lease
from bot.redaction import Redactor
from workers.outcomes import Done, Handler, Outcome, Park, Retry, Wait

LONGEST_REASON = 500
LONGEST_BACK_OFF = 600.0
SETTLE_TRIES = 20


def back_off(attempts: int) -> float:
    """Seconds until the next attempt: 5, 10, 20 … up to ten minutes."""
    return min(LONGEST_BACK_OFF, 5.0 * 2.0 ** (attempts - 1))


class Attempts(Struct, frozen=True):
    """How one worker takes jobs; `beat` is called whenever it shows that it is alive."""

    inbox: Inbox
    handle: Handler
    worker: str
    lease_seconds: float
    job_timeout: float
    beat: Callable[[], None]
    back_off: Callable[[int], float] = back_off

    def take(self) -> bool:
        """Works on the next job; False where there is none. Raises InboxUnreachable from the claim."""
        lease = self.inbox.claim(self.worker, self.lease_seconds)
        self.beat()
        if lease is None:
            return False
        started = time.monotonic()
        with logs.about(lease.job), self._kept(lease):
            outcome = self._attempt(lease)
            self._settle(lease, outcome)
        JOBS.labels(lease.job.kind.value, type(outcome).__name__.lower()).inc()
        JOB_SECONDS.labels(lease.job.kind.value).observe(time.monotonic() - started)
        return True

    def _attempt(self, lease: Lease) -> Outcome:
        logs.log.info("job taken", kind=lease.job.kind.value, attempt=lease.attempts)
        try:
            return self.handle(lease.job)
        except Exception as error:
            logs.log.exception("job failed")
            reason = Redactor().text(f"{type(error).__name__}: {error}")
            return Retry(reason[:LONGEST_REASON])

    @contextmanager
    def _kept(self, lease: Lease) -> Iterator[None]:
        """Extends the lease while the work goes on, but never past the time that a job may take."""
        over = threading.Event()
        keeper = threading.Thread(target=self._keep, args=(lease, over), daemon=True)
        keeper.start()
        try:
            yield
        finally:
            over.set()
            keeper.join(timeout=self.lease_seconds)

    def _keep(self, lease: Lease, over: threading.Event) -> None:
        end = time.monotonic() + self.job_timeout
        while not over.wait(self.lease_seconds / 3) and time.monotonic() < end:
            self.beat()
            try:
                if not self.inbox.extend(lease, self.lease_seconds):
                    return
            except InboxUnreachable as error:
                logs.log.warning("lease not extended, trying again", error=str(error))

    def _settle(self, lease: Lease, outcome: Outcome) -> None:
        """Writes the outcome down; a store that stays away leaves the job to the end of its lease."""
        for _ in range(SETTLE_TRIES):
            try:
                kept = self._write(lease, outcome)
            except InboxUnreachable:
                time.sleep(self.lease_seconds / SETTLE_TRIES)
            else:
                why = {"reason": outcome.reason} if isinstance(outcome, Retry | Wait) else {}
                name = type(outcome).__name__.lower()
                logs.log.info("job settled", outcome=name, lease_kept=kept, **why)
                return

    def _write(self, lease: Lease, outcome: Outcome) -> bool:
        match outcome:
            case Done():
                return self.inbox.done(lease, outcome.follow_ups)
            case Retry():
                at = outcome.at or time.time() + self.back_off(lease.attempts)
                return self.inbox.retry(lease, at, outcome.reason)
            case Wait():
                if outcome.whole_installation:
                    self.inbox.pause(lease.job.installation_id, outcome.until)
                return self.inbox.retry(lease, outcome.until, outcome.reason, counts=False)
            case Park():
                logs.log.error("job parked", reason=outcome.reason)
                return self.inbox.park(lease, outcome.reason)
