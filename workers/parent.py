"""How every process of the app begins: with clean logs, and with no life without its parent."""

import ctypes
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

from bot import logs
from config.settings import Settings

PR_SET_PDEATHSIG = 1  # prctl(2)
AUTOGROUP = Path("/proc/self/autogroup")  # sched(7): between sessions, only its niceness counts


def begin(settings: Settings) -> None:
    """The first thing that a started process does."""
    logs.configure(settings.log_format, logs.secrets_of(settings))
    die_with_parent()


def die_with_parent(number: signal.Signals = signal.SIGTERM) -> None:
    """Asks Linux to send a signal to this process when its parent is gone, however it went."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number)


def give_way(niceness: int) -> None:
    """Lets the processes that answer GitHub go first: a review never delays a delivery."""
    os.nice(niceness)
    with suppress(OSError):  # not every kernel groups by session
        AUTOGROUP.write_text(str(niceness))
