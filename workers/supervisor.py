"""Keeps the app's processes running: starts them, restarts the dead and the deaf, and ends them kindly."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from bot.logs import log
from bot.metrics import RESTARTS
from bot.queue.inbox import Inbox, InboxUnreachable

GRACE_SECONDS = 25.0
LOOK_SECONDS = 0.5
STEADY_SECONDS = 60.0


class Child:
    """One process, in a group of its own so that it can be ended with all that it started."""

    def __init__(self, name: str, command: Sequence[str], env: Mapping[str, str], beat: Path | None) -> None:
        self.name, self.beat = name, beat
        self._command, self._env = command, dict(env)
        self._process: subprocess.Popen[bytes] | None = None
        self._started, self._starts = 0.0, 0

    def start(self) -> None:
        """Starts the process; a beat of before does not count for it."""
        if self.beat:
            self.beat.touch()
        lasted = time.monotonic() - self._started
        self._starts = 1 if lasted > STEADY_SECONDS else min(self._starts + 1, 6)
        self._started = time.monotonic()
        self._process = subprocess.Popen(self._command, env=self._env, start_new_session=True)

    def died(self) -> bool:
        """Whether the process has ended."""
        return self._process is not None and self._process.poll() is not None

    def rested(self) -> bool:
        """Whether it may start again; a process that dies at once is not started in a tight loop."""
        return time.monotonic() - self._started > min(30.0, 2.0**self._starts / 2)

    def is_silent(self, seconds: float) -> bool:
        """Whether it showed no life for so long; longer after each restart, as a slow start is not deaf."""
        if self.beat is None:
            return False
        if not self.beat.exists():  # somebody tidied the folder
            self.beat.touch()
        return time.time() - self.beat.stat().st_mtime > seconds * self._starts

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal to the process; SIGKILL goes to its whole group."""
        if self._process is None:
            return
        try:
            if number is signal.SIGKILL:
                os.killpg(self._process.pid, number)
            else:
                self._process.send_signal(number)
        except ProcessLookupError:
            return

    def kill(self) -> None:
        """Ends the process and all that it started, at once."""
        self.signal(signal.SIGKILL)
        if self._process is not None:
            self._process.wait()

    def wait(self, until: float) -> None:
        """Waits for the end, and makes one where it does not come in time."""
        if self._process is None:
            return
        try:
            self._process.wait(timeout=max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            log.warning("process did not end in time", process=self.name)
        self.kill()


class Supervisor:
    """Runs children until it is told to stop; `duties` are done between looks, each at its own interval."""

    def __init__(
        self,
        children: Sequence[Child],
        inbox: Inbox,
        *,
        stall_seconds: float,
        duties: Sequence[tuple[float, Callable[[], object]]] = (),
    ) -> None:
        self._children, self._inbox, self._stall_seconds = children, inbox, stall_seconds
        self._duties = duties
        self._due = [0.0] * len(duties)
        self._stop = threading.Event()
        self.grace_seconds = GRACE_SECONDS

    def stop(self, *_: object) -> None:
        """Ends the run; fit for a signal handler."""
        self._stop.set()

    def run(self) -> None:
        """Watches until a signal ends it."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)
        self.watch()

    def watch(self) -> None:
        """Starts the children and looks after them; returns when all have ended."""
        for child in self._children:
            child.start()
        while not self._stop.wait(LOOK_SECONDS):
            self._restart_the_dead()
            try:
                self._restart_the_deaf()
                self._do_duties()
            except InboxUnreachable as error:
                log.warning("inbox unreachable, trying again", error=str(error))
        self._end()

    def _restart_the_dead(self) -> None:
        for child in self._children:
            if child.died() and child.rested():
                log.error("process died, starting it again", process=child.name)
                self._restart(child, "died")

    def _restart_the_deaf(self) -> None:
        """A worker may be up and take nothing: dead connection, stuck call. Work that waits tells."""
        if self._inbox.oldest_age() < self._stall_seconds:
            return
        for child in self._children:
            if child.is_silent(self._stall_seconds):
                log.error("worker takes nothing while jobs wait, starting it again", process=child.name)
                self._restart(child, "deaf")

    def _restart(self, child: Child, why: str) -> None:
        RESTARTS.labels(child.name, why).inc()
        child.kill()
        child.start()

    def _do_duties(self) -> None:
        for number, (interval, do) in enumerate(self._duties):
            if time.monotonic() >= self._due[number]:
                do()  # one that fails is due again at once
                self._due[number] = time.monotonic() + interval

    def _end(self) -> None:
        until = time.monotonic() + self.grace_seconds
        for child in self._children:
            child.signal(signal.SIGTERM)
        for child in self._children:
            child.wait(until)
