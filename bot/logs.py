"""Structured logs: one event a line, the delivery's id on each, and no secret on any."""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.events import Event
from bot.redaction import Redactor
from config.settings import Settings

log: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger("design_review")


def secrets_of(settings: Settings) -> tuple[str, ...]:
    """The secrets of this installation, which must be shown nowhere."""
    held = (settings.github_webhook_secret, settings.github_private_key)
    found = [secret.get_secret_value() for secret in held if secret]
    return (*found, settings.private_key) if settings.private_key else tuple(found)


def configure(form: Literal["text", "json"], secrets: tuple[str, ...] = ()) -> None:
    """Sends this process's logs, and those of the libraries it uses, to standard error."""
    shared = _processors(Redactor(secrets))
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    json = form == "json"
    renderer = structlog.processors.JSONRenderer() if json else structlog.dev.ConsoleRenderer(colors=False)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)


def _processors(redactor: Redactor) -> list[Processor]:
    def redact(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
        """Runs last, on text only, so that a traceback is cleaned too."""
        internal = {key: value for key, value in event.items() if key.startswith("_")}
        return {key: redactor.value(value) for key, value in event.items()} | internal

    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        redact,
    ]


@contextmanager
def about(event: Event) -> Iterator[None]:
    """Puts the delivery's id, and what it is about, on every line that is written within."""
    known = {
        "delivery": event.delivery,
        "repository": event.repository or None,
        "pull_request": event.pull_number,
        "installation": event.installation_id or None,
    }
    with structlog.contextvars.bound_contextvars(**{key: v for key, v in known.items() if v is not None}):
        yield
