"""Reviews of past changes, several processes at once."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from msgspec import Struct

from checks.engine import review
from checks.model import Finding, Review, Severity, State, Verdict
from checks.subject import Subject
from config.profile import Profile
from workers.backtest.history import Past
from workers.formats import weight
from workers.formats.terminal import harmless
from workers.profiles import names_of, settled_change
from workers.repository import Repository

AT_ONCE = 8  # changes that a process takes; neighbours share what git has read


class Told(Struct, frozen=True):
    """A finding in short, in harmless words."""

    rule: str
    severity: Severity
    path: str
    line: int
    message: str


class Outcome(Struct, frozen=True, kw_only=True):
    """What the engine says of one change; `failed` is why it says nothing."""

    past: Past
    seconds: float
    profile: str = ""
    verdict: Verdict | None = None
    criteria: tuple[str, ...] = ()
    exemption: str | None = None
    state: State | None = None
    findings: tuple[Told, ...] = ()
    decisions: int = 0
    unread: int = 0
    failed: str | None = None

    @property
    def blocking(self) -> tuple[Told, ...]:
        """The findings that would have stood in its way."""
        return tuple(f for f in self.findings if f.severity is Severity.BLOCKING)


def replay(path: Path, pasts: Sequence[Past], chosen: Profile | None, jobs: int = 0) -> Iterator[Outcome]:
    """An outcome for each change, as they come. `jobs` 0 means one for each processor.

    Each change is judged by what stood at its own base: process page, template, settings and owners.
    """
    chunks = [pasts[i : i + AT_ONCE] for i in range(0, len(pasts), AT_ONCE)]
    some = partial(replay_some, path, chosen)
    jobs = min(jobs or os.cpu_count() or 1, len(chunks))
    if jobs <= 1:
        yield from (o for chunk in chunks for o in some(chunk))
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), _leave_stopping_to_us) as pool:
        running = [pool.submit(some, chunk) for chunk in chunks]
        try:
            for done in as_completed(running):
                yield from done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _leave_stopping_to_us() -> None:
    """An interrupt reaches the whole group; who waits for the others says it once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def replay_some(path: Path, chosen: Profile | None, pasts: Sequence[Past]) -> list[Outcome]:
    """Outcomes of some changes, one after the other."""
    with Repository(path) as repository:
        names = tuple(names_of(repository))
        return [_replayed(repository, past, names, chosen) for past in pasts]


def _replayed(repository: Repository, past: Past, names: tuple[str, ...], chosen: Profile | None) -> Outcome:
    started = time.perf_counter()
    try:
        change, profile = settled_change(repository, past.base, past.head, names, chosen)
        said = review(change, profile, Subject(title=past.title))
    except Exception as error:  # one change that cannot be read must not hide the others
        return Outcome(past=past, seconds=time.perf_counter() - started, failed=harmless(f"{error}"))
    return _outcome(past, said, time.perf_counter() - started)


def _outcome(past: Past, said: Review, seconds: float) -> Outcome:
    exemptions = said.classification.exemptions
    return Outcome(
        past=past,
        seconds=seconds,
        profile=said.profile,
        verdict=said.classification.verdict,
        criteria=tuple(dict.fromkeys(r.criterion for r in said.classification.reasons)),
        exemption=exemptions[0].criterion if exemptions else None,
        state=said.readiness.state,
        findings=tuple(_told(f) for f in said.findings),
        decisions=len(said.decisions),
        unread=len(said.unread),
    )


def _told(found: Finding) -> Told:
    return Told(found.rule, weight(found), harmless(found.path), found.line, harmless(found.message))
