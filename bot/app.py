"""The web process: takes deliveries, shows its health, and leaves all work to the workers."""

from collections.abc import Callable, Mapping

from flask import Flask, Response, jsonify, request
from flask.typing import ResponseReturnValue
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot import logs, setup
from bot.events import Malformed, read_payload
from bot.jobs import Job, read_job
from bot.metrics import DELIVERIES, registry
from bot.queue.inbox import Inbox, InboxUnreachable, Verdict
from bot.webhook import MAX_BYTES, Delivery, Refused, verify
from config.settings import Settings

Check = Callable[[], str | None]  # one sentence where something is wrong
Tell = Callable[[Job], None]  # tells the workers that a job was stored; must not block


def create_app(settings: Settings, inbox: Inbox, tell: Tell, checks: Mapping[str, Check]) -> Flask:
    """The WSGI application; raises SettingsFault without a webhook secret.

    `tell` is called after a job is stored, `checks` are what /readyz asks beside the queue.
    """
    app = Flask("design-review")
    app.config["MAX_CONTENT_LENGTH"] = MAX_BYTES
    secret = settings.webhook_secret
    app.register_blueprint(setup.blueprint(settings))

    @app.post("/webhook")
    def webhook() -> ResponseReturnValue:
        delivery = verify(request.headers, request.get_data(cache=False), secret)
        return _take(delivery, inbox, tell, settings.github_app_id)

    @app.get("/healthz")
    def healthz() -> ResponseReturnValue:
        return _say("ok", 200)

    @app.get("/readyz")
    def readyz() -> ResponseReturnValue:
        faults = {name: check() for name, check in {"queue": _asks(inbox), **checks}.items()}
        status = 503 if any(faults.values()) else 200
        return jsonify({name: fault or "ok" for name, fault in faults.items()}), status

    @app.get("/metrics")
    def metrics() -> ResponseReturnValue:
        counted = generate_latest(registry(inbox, settings.prometheus_multiproc_dir))
        return Response(counted, content_type=CONTENT_TYPE_LATEST)

    _answer_faults(app)
    return app


def _take(delivery: Delivery, inbox: Inbox, tell: Tell, app_id: int | None) -> ResponseReturnValue:
    """Stores the job of a delivery before it is answered; tells the workers after."""
    job = read_job(delivery.event, delivery.id, read_payload(delivery.body), app_id=app_id)
    if job is None:
        DELIVERIES.labels(delivery.event, "ignored").inc()
        return _say("Nothing to do.", 200)
    verdict = inbox.accept(job)
    if verdict is Verdict.QUEUED:
        tell(job)
    DELIVERIES.labels(delivery.event, verdict.value).inc()
    logs.log.debug("delivery", delivery=job.delivery, about=job.lane, result=verdict.value)
    return _say(verdict.value, 202)


def _say(sentence: str, status: int) -> Response:
    return Response(f"{sentence}\n", status, mimetype="text/plain")


def _asks(inbox: Inbox) -> Check:
    def queue() -> str | None:
        try:
            inbox.depth()
        except InboxUnreachable:
            return "The queue does not answer."
        return None

    return queue


def _answer_faults(app: Flask) -> None:
    @app.errorhandler(Refused)
    def refused(fault: Refused) -> ResponseReturnValue:
        DELIVERIES.labels("unverified", "refused").inc()
        return _say(fault.sentence, fault.status)

    @app.errorhandler(Malformed)
    def malformed(fault: Malformed) -> ResponseReturnValue:
        DELIVERIES.labels("unread", "malformed").inc()
        return _say(f"The payload cannot be read: {fault}", 400)

    @app.errorhandler(InboxUnreachable)
    def unreachable(fault: InboxUnreachable) -> ResponseReturnValue:
        logs.log.error("inbox unreachable", fault=str(fault))
        return _say("The queue does not answer; please deliver again.", 503)
