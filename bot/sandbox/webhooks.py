"""Sends signed events to the App's webhook as GitHub does, and keeps the log of deliveries."""

import hashlib
import hmac
import json
import queue
import threading
import time
import uuid
from collections import deque
from dataclasses import dataclass, field, replace
from datetime import datetime

import urllib3

from bot.sandbox.errors import not_found
from bot.sandbox.model import Repository, now
from bot.sandbox.site import Json, Site
from bot.sandbox.state import node_id

PAYLOAD_BYTES, TIMEOUT = 25 * 2**20, 10.0
ALWAYS = {"ping", "installation", "installation_repositories"}


@dataclass
class Delivery:
    """One try to deliver one event; a redelivery is a new entry with the same `guid`."""

    id: int
    guid: str
    event: str
    payload: Json
    repository_id: int | None
    installation_id: int | None
    redelivery: bool = False
    delivered_at: datetime = field(default_factory=now)
    duration: float = 0.0
    status: str = "pending"
    status_code: int = 0
    request_headers: dict[str, str] = field(default_factory=dict)
    response_headers: dict[str, str] = field(default_factory=dict)
    response: str = ""


def signatures(secret: str, body: bytes) -> dict[str, str]:
    """Return GitHub's signature headers of a body."""
    if not secret:
        return {}
    old = hmac.new(secret.encode(), body, hashlib.sha1).hexdigest()
    new = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return {"X-Hub-Signature": f"sha1={old}", "X-Hub-Signature-256": f"sha256={new}"}


class Webhooks:
    """The App's webhook: one thread sends in order, GitHub's ten seconds are the limit."""

    def __init__(self, secret: str, url: str = "") -> None:
        """Name the receiver; without `url` events are logged and not sent."""
        self.secret, self.url = secret, url
        self.lose_next = 0
        self.log: deque[Delivery] = deque(maxlen=2_000)
        self._waiting: queue.Queue[tuple[Site, Delivery] | None] = queue.Queue()
        self._http = urllib3.PoolManager(retries=False, timeout=TIMEOUT)
        self._thread: threading.Thread | None = None

    def emit(self, site: Site, event: str, repository: Repository | None, payload: Json) -> None:
        """Log an event that the App asked for, and send it unless `lose_next` says that this one is lost."""
        if event not in ALWAYS and event not in site.app.events:
            return
        installation = site.installation_of(repository) if repository else None
        if installation:
            if installation.suspended_at:
                return
            payload["installation"] = {"id": installation.id, "node_id": node_id(installation)}
        delivery = Delivery(
            site.state.next_id(),
            str(uuid.uuid4()),
            event,
            payload,
            repository.id if repository else None,
            installation.id if installation else payload.get("installation", {}).get("id"),
        )
        if self.lose_next:
            self.lose_next -= 1
            self._settle(delivery, "failed to connect to host", 0)
        else:
            self._waiting.put((site, delivery))

    def redeliver(self, site: Site, delivery_id: int) -> None:
        """Send a logged delivery again under the same guid; an unknown one is a 404."""
        old = self.find(delivery_id)
        again = replace(old, id=site.state.next_id(), redelivery=True, delivered_at=now())
        self._waiting.put((site, again))

    def find(self, delivery_id: int) -> Delivery:
        """Return a delivery of the log by its number, or raise a 404."""
        found = next((one for one in self.log if one.id == delivery_id), None)
        if not found:
            raise not_found()
        return found

    @property
    def begun(self) -> bool:
        """Say whether events are being sent."""
        return self._thread is not None

    def start(self) -> None:
        """Begin to send."""
        self._thread = threading.Thread(target=self._run, name="sandbox-webhooks", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop after what is being sent."""
        self._waiting.put(None)
        if self._thread:
            self._thread.join(TIMEOUT)

    def wait(self) -> None:
        """Return when everything that was to be sent has been answered or has failed."""
        self._waiting.join()

    def _run(self) -> None:
        while (item := self._waiting.get()) is not None:
            try:
                self._send(*item)
            finally:
                self._waiting.task_done()
        self._waiting.task_done()

    def _send(self, site: Site, delivery: Delivery) -> None:
        body = json.dumps(delivery.payload).encode()
        delivery.request_headers = self._headers(site, delivery) | signatures(self.secret, body)
        if len(body) > PAYLOAD_BYTES:
            return
        if not self.url:
            self._settle(delivery, "OK", 200)
            return
        started = time.monotonic()
        try:
            answer = self._http.request("POST", self.url, body=body, headers=delivery.request_headers)
        except urllib3.exceptions.ReadTimeoutError:
            self._settle(delivery, "timed out", 504)
        except urllib3.exceptions.HTTPError:
            self._settle(delivery, "failed to connect to host", 502)
        else:
            delivery.response_headers = dict(answer.headers.items())
            delivery.response = answer.data.decode(errors="replace")[:10_000]
            delivery.duration = round(time.monotonic() - started, 3)
            status = "OK" if answer.status < 300 else f"Invalid HTTP Response: {answer.status}"
            self._settle(delivery, status, answer.status)
        site.state.revision += 1

    def _settle(self, delivery: Delivery, status: str, code: int) -> None:
        delivery.status, delivery.status_code = status, code
        self.log.append(delivery)

    def _headers(self, site: Site, delivery: Delivery) -> dict[str, str]:
        return {
            "Accept": "*/*",
            "Content-Type": "application/json",
            "User-Agent": "GitHub-Hookshot/5a4d09e",
            "X-GitHub-Delivery": delivery.guid,
            "X-GitHub-Event": delivery.event,
            "X-GitHub-Hook-ID": str(site.app.id),
            "X-GitHub-Hook-Installation-Target-ID": str(site.app.id),
            "X-GitHub-Hook-Installation-Target-Type": "integration",
        }
