"""What the App itself can see: where it is installed, and which deliveries never arrived."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from github import Github

from bot.github.connection import App
from bot.github.errors import told_apart

PAGE = 100
MAX_PAGES = 50
REDELIVERABLE = timedelta(days=3)  # GitHub keeps a delivery that long; an Enterprise Server longer


@dataclass(frozen=True, slots=True)
class Installation:
    """Where the App is installed; a suspended one gives no token."""

    id: int
    suspended: bool


@dataclass(frozen=True, slots=True)
class Delivery:
    """One attempt at one delivery: `guid` names the delivery, `id` the attempt."""

    id: int
    guid: str
    ok: bool
    at: datetime


def installations(app: App) -> Iterator[Installation]:
    """Every installation of the App."""
    for said in _pages(app, "/app/installations"):
        yield Installation(said["id"], said.get("suspended_at") is not None)


def repositories(github: Github) -> Iterator[tuple[int, str]]:
    """Id and `owner/name` of every repository that an installation reaches, archived ones left out."""
    for number in range(1, MAX_PAGES + 1):
        with told_apart():
            _, said = github.requester.requestJsonAndCheck(
                "GET", "/installation/repositories", parameters={"per_page": PAGE, "page": number}
            )
        page: list[dict[str, Any]] = said["repositories"]
        yield from ((r["id"], r["full_name"]) for r in page if not r.get("archived"))
        if len(page) < PAGE:
            return


def installation_of(app: App, repository: str) -> int:
    """The installation that reaches a repository, also by a name that it had; raises NotThere for none."""
    with told_apart():
        _, said = app.integration.requester.requestJsonAndCheck("GET", f"/repos/{repository}/installation")
    return int(said["id"])


def lost_deliveries(app: App, now: datetime | None = None) -> list[Delivery]:
    """The last attempt at each delivery of the last days of which none arrived, oldest first."""
    oldest = (now or datetime.now(UTC)) - REDELIVERABLE
    attempts: dict[str, list[Delivery]] = {}
    for delivery in _deliveries(app):
        if delivery.at < oldest:
            break
        attempts.setdefault(delivery.guid, []).append(delivery)
    lost = (max(tries, key=lambda d: d.at) for tries in attempts.values() if not any(t.ok for t in tries))
    return sorted(lost, key=lambda d: d.at)


def redeliver(app: App, delivery: Delivery) -> None:
    """Asks GitHub to send a delivery again."""
    with told_apart():
        app.integration.requester.requestJsonAndCheck("POST", f"/app/hook/deliveries/{delivery.id}/attempts")


def _deliveries(app: App) -> Iterator[Delivery]:
    """Attempts, newest first; this list alone is paged by a cursor."""
    url: str | None = "/app/hook/deliveries"
    parameters: dict[str, Any] = {"per_page": PAGE}
    for _ in range(MAX_PAGES):
        if url is None:
            return
        with told_apart():
            headers, said = app.integration.requester.requestJsonAndCheck("GET", url, parameters=parameters)
        for one in said:
            at = datetime.fromisoformat(one["delivered_at"])
            yield Delivery(one["id"], one["guid"], one["status_code"] // 100 == 2, at)
        url, parameters = _next(headers), {}


def _next(headers: dict[str, Any]) -> str | None:
    for link in str(headers.get("link", "")).split(","):
        target, _, relation = link.partition(";")
        if 'rel="next"' in relation:
            return target.strip(" <>")
    return None


def _pages(app: App, path: str) -> Iterator[dict[str, Any]]:
    for number in range(1, MAX_PAGES + 1):
        with told_apart():
            _, said = app.integration.requester.requestJsonAndCheck(
                "GET", path, parameters={"per_page": PAGE, "page": number}
            )
        yield from said
        if len(said) < PAGE:
            return
