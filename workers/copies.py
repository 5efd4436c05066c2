"""Git copies that nobody has used for long, which are made anew when somebody wants them again."""

from __future__ import annotations

import shutil
import time
from contextlib import suppress
from pathlib import Path

UNUSED_SECONDS = 14 * 86_400


def prune(root: Path, now: float | None = None) -> list[str]:
    """Deletes the copies that nobody has used for two weeks; their names."""
    gone, oldest = [], (now or time.time()) - UNUSED_SECONDS
    for folder in sorted(root.glob("*.git")):
        with suppress(FileNotFoundError):
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
                gone.append(folder.name)
    return gone
