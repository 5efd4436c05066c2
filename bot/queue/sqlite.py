"""The embedded inbox: one SQLite file, which is also the lease queue."""

import sqlite3
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import msgspec

from bot.jobs import Job
from bot.queue import statements as sql
from bot.queue.inbox import KEEP_DONE_SECONDS, Depth, InboxUnreachable, Lease, Verdict


class _Offer:
    """A job that waits for its commit."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.verdict: Verdict | None = None


class SqliteInbox:
    """An Inbox in one file; safe for several threads and processes of one machine."""

    def __init__(self, path: Path, *, max_attempts: int = 8, clock: Callable[[], float] = time.time) -> None:
        self._path, self._max_attempts, self._clock = path, max_attempts, clock
        self._local = threading.local()
        self._offers: deque[_Offer] = deque()
        self._turn = threading.Lock()
        path.parent.mkdir(parents=True, exist_ok=True)
        self._connection().executescript(files("bot.queue").joinpath("schema.sql").read_text())

    def _connection(self) -> sqlite3.Connection:
        if not hasattr(self._local, "db"):
            db = sqlite3.connect(self._path, timeout=10, isolation_level=None)
            db.row_factory = sqlite3.Row
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = NORMAL")  # a killed process loses nothing; see flush()
            db.execute(
                "PRAGMA wal_autocheckpoint = 10000"
            )  # flush() comes first, so no delivery waits for it
            self._local.db = db
        connection: sqlite3.Connection = self._local.db
        return connection

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction; the write lock is taken at its start, so that no read in it grows old."""
        try:
            db = self._connection()
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
            except BaseException:
                db.execute("ROLLBACK")
                raise
            db.execute("COMMIT")
        except sqlite3.OperationalError as error:
            raise InboxUnreachable(str(error)) from error

    def _read(self, query: str, values: dict[str, object] | tuple[object, ...]) -> list[sqlite3.Row]:
        try:
            return self._connection().execute(query, values).fetchall()
        except sqlite3.OperationalError as error:
            raise InboxUnreachable(str(error)) from error

    def accept(self, job: Job) -> Verdict:
        offer = _Offer(job)
        self._offers.append(offer)
        with self._turn:  # whoever comes while another writes shares the next commit
            if offer.verdict is None:
                self._commit(offer)
        assert offer.verdict is not None  # noqa: S101 - a commit that fails has raised
        return offer.verdict

    def _commit(self, offer: "_Offer") -> None:
        waiting = [self._offers.popleft() for _ in range(len(self._offers))]
        if offer not in waiting:  # an earlier commit of it failed
            waiting.append(offer)
        with self._writing() as db:
            verdicts = [self._store(db, one.job) for one in waiting]
        for one, verdict in zip(waiting, verdicts, strict=True):
            one.verdict = verdict

    def _store(self, db: sqlite3.Connection, job: Job) -> Verdict:
        known = db.execute(sql.STATE, (job.delivery,)).fetchone()
        if known and known["state"] != "parked":
            return Verdict.DONE if known["state"] == "done" else Verdict.KNOWN
        now, lane, topic = self._clock(), job.lane, job.topic
        older = db.execute(sql.PLACE, (topic,)).fetchone()
        if older:
            db.execute(sql.SUPERSEDE_WAITING, (job.delivery, now, topic))
        position = older["position"] if older else now
        row = (job.delivery, lane, topic, job.installation_id, msgspec.json.encode(job), position, now)
        db.execute(sql.INSERT, row)
        return Verdict.QUEUED

    def claim(self, worker: str, lease_seconds: float) -> Lease | None:
        now = self._clock()
        if not self._read(sql.OLDEST, {"now": now})[0][0]:  # an idle worker takes no write lock
            return None
        with self._writing() as db:
            for row in db.execute(sql.EXPIRED, (now,)).fetchall():
                self._put_back(db, row, now, row["reason"] or "its worker fell silent")
            row = db.execute(sql.NEXT, {"now": now}).fetchone()
            if row is None:
                return None
            token, until = uuid.uuid4().hex, now + lease_seconds
            db.execute(sql.LEASE, (token, until, f"{worker} fell silent", now, row["id"]))
            db.execute(sql.TURN, {"id": row["installation"]})
        job = msgspec.json.decode(row["body"], type=Job)
        return Lease(job=job, token=token, attempts=row["attempts"] + 1, until=until)

    def _put_back(
        self, db: sqlite3.Connection, row: sqlite3.Row, at: float, reason: str, *, counts: bool = True
    ) -> None:
        if db.execute(sql.PLACE, (row["topic"],)).fetchone():
            state, reason = "done", f"overtaken: {reason}"
        elif counts and row["attempts"] >= self._max_attempts:
            self._park(db, row, reason)
            return
        else:
            state = "waiting"
        attempts = row["attempts"] - (0 if counts else 1)
        db.execute(sql.SETTLE, (state, reason, at, attempts, self._clock(), row["id"]))

    def _park(self, db: sqlite3.Connection, row: sqlite3.Row, reason: str) -> None:
        now = self._clock()
        db.execute(sql.SUPERSEDE_PARKED, (row["id"], now, row["topic"]))
        db.execute(sql.SETTLE, ("parked", reason, 0, row["attempts"], now, row["id"]))

    def extend(self, lease: Lease, lease_seconds: float) -> bool:
        with self._writing() as db:
            values = (self._clock() + lease_seconds, lease.job.delivery, lease.token)
            return db.execute(sql.EXTEND, values).rowcount == 1

    def done(self, lease: Lease, follow_ups: Iterable[Job] = ()) -> bool:
        with self._writing() as db:
            row = self._held(db, lease)
            if row is None:
                return False
            for job in follow_ups:
                self._store(db, job)
            now = self._clock()
            db.execute(sql.SETTLE, ("done", None, 0, row["attempts"], now, row["id"]))
            db.execute(sql.SUPERSEDE_PARKED, (row["id"], now, row["topic"]))
            return True

    def retry(self, lease: Lease, at: float, reason: str, *, counts: bool = True) -> bool:
        with self._writing() as db:
            row = self._held(db, lease)
            if row is not None:
                self._put_back(db, row, at, reason, counts=counts)
            return row is not None

    def park(self, lease: Lease, reason: str) -> bool:
        with self._writing() as db:
            row = self._held(db, lease)
            if row is not None:
                self._park(db, row, reason)
            return row is not None

    def _held(self, db: sqlite3.Connection, lease: Lease) -> sqlite3.Row | None:
        row: sqlite3.Row | None = db.execute(sql.HELD, (lease.job.delivery, lease.token)).fetchone()
        return row

    def pause(self, installation_id: int, until: float) -> None:
        with self._writing() as db:
            db.execute(sql.PAUSE, (installation_id, until))

    def depth(self) -> Depth:
        return Depth(*self._read(sql.DEPTH, {"now": self._clock()})[0])

    def oldest_age(self) -> float:
        now = self._clock()
        since = self._read(sql.OLDEST, {"now": now})[0][0]
        return 0.0 if since is None else max(0.0, now - since)

    def parked(self, limit: int = 20) -> list[tuple[Job, str]]:
        rows = self._read(sql.PARKED, (limit,))
        return [(msgspec.json.decode(row["body"], type=Job), row["reason"]) for row in rows]

    def flush(self) -> None:
        """Makes all that was stored survive a power cut too; asked for every second, as Redis does it."""
        self._read("PRAGMA wal_checkpoint(PASSIVE)", ())

    def prune(self) -> int:
        with self._writing() as db:
            return db.execute(sql.PRUNE, (self._clock() - KEEP_DONE_SECONDS,)).rowcount
