"""Locks by name that end by themselves, for what two lanes could do at once, such as one commit's check."""

import sqlite3
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

from config.settings import Settings

Locks = Callable[[str, float], AbstractContextManager[bool]]

TABLE = "CREATE TABLE IF NOT EXISTS locks (name TEXT PRIMARY KEY, token TEXT NOT NULL, until REAL NOT NULL)"
TAKE = """
INSERT INTO locks VALUES (:name, :token, :now + :seconds)
ON CONFLICT (name) DO UPDATE SET token = excluded.token, until = excluded.until WHERE until <= :now
"""
GIVE_BACK = "DELETE FROM locks WHERE name = ? AND token = ?"


def file_locks(path: Path) -> Locks:
    """Locks in one file, for the processes of one machine."""

    @contextmanager
    def lock(name: str, seconds: float) -> Iterator[bool]:
        token = uuid.uuid4().hex
        with closing(sqlite3.connect(path, timeout=10, isolation_level=None)) as db:
            db.execute(TABLE)
            values = {"name": name, "token": token, "now": time.time(), "seconds": seconds}
            held = db.execute(TAKE, values).rowcount == 1
            try:
                yield held
            finally:
                db.execute(GIVE_BACK, (name, token))

    return lock


def redis_locks(url: str) -> Locks:
    """Locks in Redis, for the workers of several machines."""
    from bot.queue.redis_inbox import connect

    @contextmanager
    def lock(name: str, seconds: float) -> Iterator[bool]:
        with closing(connect(url)) as client:
            mine = client.lock(f"design-review:lock:{name}", timeout=seconds, blocking=False)
            held = bool(mine.acquire())
            try:
                yield held
            finally:
                if held and mine.owned():
                    mine.release()

    return lock


def open_locks(settings: Settings) -> Locks:
    """`with locks(name, seconds) as held`: held is False where somebody else has the lock."""
    if settings.broker_url is not None:
        return redis_locks(settings.broker_url.get_secret_value())
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    return file_locks(settings.data_dir / "locks.db")
