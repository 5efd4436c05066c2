"""What `doctor` looks at: each check says how it stands and what to do about it."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from bot.github.connection import App
from bot.github.errors import GitHubError, told_apart
from bot.github.installations import installations, lost_deliveries
from bot.queue import open_inbox
from bot.queue.inbox import InboxUnreachable
from bot.setup import read_manifest
from config.settings import Settings, SettingsFault
from workers.bootstrap import open_app

MAX_SKEW_SECONDS = 30
OLDEST_GIT = (2, 36)
LEVELS = ("read", "write", "admin")


class State(StrEnum):
    """How one check stands."""

    GOOD = "good"
    WARN = "warn"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Result:
    """One check: its name, how it stands, what was seen, and what to do where it is not good."""

    name: str
    state: State
    seen: str
    advice: str = ""


def diagnose(settings: Settings) -> Iterator[Result]:
    """Every check in order; those that need GitHub are left out once it cannot be reached as the App."""
    yield _secret(settings)
    yield _git()
    yield _data_dir(settings.data_dir)
    yield _queue(settings)
    try:
        app = open_app(settings)
    except SettingsFault as fault:
        yield Result("credentials", State.BAD, str(fault), "Create the App at /setup, or set its variables.")
        return
    yield from _github(app)


def _secret(settings: Settings) -> Result:
    try:
        settings.webhook_secret  # noqa: B018
    except SettingsFault as fault:
        return Result("webhook secret", State.BAD, str(fault), "Set it to the secret of the App's webhook.")
    return Result("webhook secret", State.GOOD, "set")


def _git() -> Result:
    path = shutil.which("git")
    if path is None:
        return Result("git", State.BAD, "not installed", "Install git 2.36 or newer.")
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    version = tuple(int(p) for p in said.split()[2].split(".")[:2])
    if version < OLDEST_GIT:
        return Result("git", State.BAD, said, "Install git 2.36 or newer.")
    return Result("git", State.GOOD, said)


def _data_dir(folder: Path) -> Result:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".doctor"
        probe.write_text("")
        probe.unlink()
    except OSError as error:
        return Result("data", State.BAD, f"{folder}: {error.strerror}", "Make DATA_DIR writable.")
    free = shutil.disk_usage(folder).free // 2**30
    if free < 1:
        return Result("data", State.WARN, f"{folder}: less than 1 GiB free", "Make room for git copies.")
    return Result("data", State.GOOD, f"{folder}: {free} GiB free")


def _queue(settings: Settings) -> Result:
    kind = "Redis" if settings.broker_url else "embedded"
    try:
        depth = open_inbox(settings).depth()
    except InboxUnreachable as error:
        return Result("queue", State.BAD, f"{kind}: {error}", "Start Redis, or correct BROKER_URL.")
    seen = f"{kind}: {depth.waiting} waiting, {depth.running} running, {depth.parked} parked"
    if depth.parked:
        return Result("queue", State.WARN, seen, "Parked jobs failed every attempt; the log says why.")
    return Result("queue", State.GOOD, seen)


def _github(app: App) -> Iterator[Result]:
    try:
        with told_apart():
            headers, said = app.integration.requester.requestJsonAndCheck("GET", "/app")
    except GitHubError as error:
        advice = "Check GITHUB_APP_ID, the private key, GITHUB_API_URL and this machine's clock."
        yield Result("credentials", State.BAD, str(error), advice)
        return
    yield Result("credentials", State.GOOD, f"the App {said.get('name') or said.get('slug')}")
    yield _clock(headers)
    wanted = read_manifest()
    yield _permissions(said.get("permissions") or {}, wanted["default_permissions"])
    yield _events(said.get("events") or [], wanted["default_events"])
    yield _asked("installations", lambda: _installations(app))
    yield _asked("deliveries", lambda: _deliveries(app))


def _clock(headers: Mapping[str, Any]) -> Result:
    said = headers.get("date")
    if not said:
        return Result("clock", State.WARN, "GitHub gave no time", "")
    skew = abs(time.time() - parsedate_to_datetime(str(said)).timestamp())
    if skew > MAX_SKEW_SECONDS:
        return Result("clock", State.BAD, f"{skew:.0f} s off", "Set the clock: GitHub refuses such tokens.")
    return Result("clock", State.GOOD, f"{skew:.0f} s off")


def _permissions(granted: Mapping[str, str], wanted: Mapping[str, str]) -> Result:
    def level(name: str) -> int:
        return LEVELS.index(granted[name]) if granted.get(name) in LEVELS else -1

    lacking = sorted(n for n, w in wanted.items() if level(n) < LEVELS.index(w))
    if lacking:
        said = ", ".join(f"{n}: {wanted[n]}" for n in lacking)
        return Result("permissions", State.BAD, f"missing {said}", "Grant them on the App's settings page.")
    return Result("permissions", State.GOOD, f"all {len(wanted)} granted")


def _events(subscribed: list[str], wanted: list[str]) -> Result:
    lacking = sorted(set(wanted) - set(subscribed))
    if lacking:
        return Result("events", State.BAD, f"missing {', '.join(lacking)}", "Subscribe the App to them.")
    return Result("events", State.GOOD, f"all {len(wanted)} subscribed")


def _asked(name: str, ask: Callable[[], Result]) -> Result:
    try:
        return ask()
    except GitHubError as error:
        return Result(name, State.WARN, str(error), "Try again; the sweep needs this too.")


def _installations(app: App) -> Result:
    found = list(installations(app))
    suspended = sum(i.suspended for i in found)
    if not found:
        return Result("installations", State.WARN, "none", "Install the App on a repository.")
    return Result("installations", State.GOOD, f"{len(found)}, {suspended} of them suspended")


def _deliveries(app: App) -> Result:
    lost = len(lost_deliveries(app))
    if lost:
        return Result("deliveries", State.WARN, f"{lost} never arrived", "The next sweep sends them again.")
    return Result("deliveries", State.GOOD, "none lost in three days")
