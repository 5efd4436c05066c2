"""The web process: takes deliveries, shows its health, and leaves all work to the workers."""

from collections.abc import Callable, Mapping

from flask import Flask, Response, jsonify
from flask.typing import ResponseReturnValue
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot import setup
from bot.deliveries import Deliveries, Tell
from bot.metrics import registry
from bot.queue.inbox import Inbox, InboxUnreachable
from config.settings import Settings

Check = Callable[[], str | None]  # one sentence where something is wrong


def create_app(settings: Settings, inbox: Inbox, tell: Tell, checks: Mapping[str, Check]) -> Flask:
    """The WSGI application; raises SettingsFault without a webhook secret.

    `tell` is called after a job is stored, `checks` are what /readyz asks beside the queue.
    """
    app = Flask("design-review")
    secret = settings.webhook_secret
    app.register_blueprint(setup.blueprint(settings))

    @app.get("/healthz")
    def healthz() -> ResponseReturnValue:
        return Response("ok\n", mimetype="text/plain")

    @app.get("/readyz")
    def readyz() -> ResponseReturnValue:
        faults = {name: check() for name, check in {"queue": _asks(inbox), **checks}.items()}
        status = 503 if any(faults.values()) else 200
        return jsonify({name: fault or "ok" for name, fault in faults.items()}), status

    @app.get("/metrics")
    def metrics() -> ResponseReturnValue:
        counted = generate_latest(registry(inbox, settings.prometheus_multiproc_dir))
        return Response(counted, content_type=CONTENT_TYPE_LATEST)

    deliveries = Deliveries(app.wsgi_app, secret, settings.github_app_id, inbox, tell)
    app.wsgi_app = deliveries  # type: ignore[method-assign]
    return app


def _asks(inbox: Inbox) -> Check:
    def queue() -> str | None:
        try:
            inbox.depth()
        except InboxUnreachable:
            return "The queue does not answer."
        return None

    return queue
