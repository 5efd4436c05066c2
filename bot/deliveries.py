"""`POST /webhook` as plain WSGI: the one busy path, which the framework would make four times dearer."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from werkzeug.datastructures import EnvironHeaders

from bot.events import Malformed, read_payload
from bot.jobs import Job, read_job
from bot.logs import log
from bot.metrics import DELIVERIES
from bot.queue.inbox import Inbox, InboxUnreachable, Verdict
from bot.webhook import MAX_BYTES, Refused, verify

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PATH = "/webhook"
Tell = Callable[[Job], None]  # tells the workers that a job was stored; must not block
Answer = tuple[str, str]  # status line and one sentence
REASONS = {400: "Bad Request", 401: "Unauthorized", 405: "Method Not Allowed", 413: "Content Too Large"}


class Deliveries:
    """Takes deliveries and hands every other request on to the application behind it."""

    def __init__(
        self, behind: "WSGIApplication", secret: str, app_id: int | None, inbox: Inbox, tell: Tell
    ) -> None:
        self._behind, self._secret, self._app_id = behind, secret, app_id
        self._inbox, self._tell = inbox, tell

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if environ.get("PATH_INFO") != PATH:
            return self._behind(environ, start_response)
        status, sentence = self._answer(environ)
        body = f"{sentence}\n".encode()
        length = str(len(body))
        start_response(status, [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", length)])
        return [body]

    def _answer(self, environ: "WSGIEnvironment") -> Answer:
        try:
            return self._take(environ)
        except Refused as fault:
            DELIVERIES.labels("unverified", "refused").inc()
            return f"{fault.status} {REASONS[fault.status]}", fault.sentence
        except Malformed as fault:
            DELIVERIES.labels("unread", "malformed").inc()
            return "400 Bad Request", f"The payload cannot be read: {fault}"
        except InboxUnreachable as fault:
            log.error("inbox unreachable", fault=str(fault))
            return "503 Service Unavailable", "The queue does not answer; please deliver again."

    def _take(self, environ: "WSGIEnvironment") -> Answer:
        """Stores the job of a delivery before it is answered, and tells the workers after."""
        delivery = verify(EnvironHeaders(environ), read_body(environ), self._secret)
        job = read_job(delivery.event, delivery.id, read_payload(delivery.body), app_id=self._app_id)
        if job is None:
            DELIVERIES.labels(delivery.event, "ignored").inc()
            return "200 OK", "Nothing to do."
        verdict = self._inbox.accept(job)
        if verdict is Verdict.QUEUED:
            self._tell(job)
        DELIVERIES.labels(delivery.event, verdict.value).inc()
        return "202 Accepted", verdict.value


def read_body(environ: "WSGIEnvironment") -> bytes:
    """The body as it was sent; without a length nothing is read, and beyond the limit nothing either."""
    if environ.get("REQUEST_METHOD") != "POST":
        raise Refused(405, "Deliveries are sent with POST.")
    length = environ.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal():
        raise Refused(400, "The header Content-Length is no number.")
    if int(length) > MAX_BYTES:
        raise Refused(413, "The payload is larger than GitHub sends.")
    body: bytes = environ["wsgi.input"].read(int(length))
    return body
