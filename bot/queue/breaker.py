"""Refuses at once, for a moment, what has just been waited for in vain."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from bot.queue.inbox import InboxUnreachable

T = TypeVar("T")
PAUSE_SECONDS = 1.0
LONGEST_CALL = 10.0


class Breaker:
    """A store that is silent costs each thread one wait: then one call a moment asks whether it is back."""

    def __init__(self, pause: float = PAUSE_SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        self._pause, self._clock = pause, clock
        self._lock = threading.Lock()
        self._broken, self._until = False, float("-inf")

    def __call__(self, ask: Callable[[], T]) -> T:
        """What `ask` returns; raises InboxUnreachable where it does, or did a moment ago."""
        with self._lock:
            if self._broken and self._clock() < self._until:
                raise InboxUnreachable("it did not answer a moment ago")
            self._until = self._clock() + LONGEST_CALL  # where it is broken, only this call goes on
        try:
            answer = ask()
        except InboxUnreachable:
            self._broken, self._until = True, self._clock() + self._pause
            raise
        self._broken = False
        return answer
