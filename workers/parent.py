"""Ties the life of a process to the one that started it."""

import ctypes
import signal
import sys

PR_SET_PDEATHSIG = 1  # prctl(2)


def die_with_parent(number: signal.Signals = signal.SIGTERM) -> None:
    """Asks Linux to send a signal to this process when its parent is gone, however it went."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number)
