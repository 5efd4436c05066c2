"""Webhook deliveries as JSON."""

from typing import TYPE_CHECKING

from bot.sandbox.site import Json, timestamp

if TYPE_CHECKING:
    from bot.sandbox.webhooks import Delivery


def item(of: "Delivery") -> Json:
    """Return GitHub's *hook delivery item*."""
    return {
        "id": of.id,
        "guid": of.guid,
        "delivered_at": timestamp(of.delivered_at),
        "redelivery": of.redelivery,
        "duration": of.duration,
        "status": of.status,
        "status_code": of.status_code,
        "event": of.event,
        "action": of.payload.get("action"),
        "installation_id": of.installation_id,
        "repository_id": of.repository_id,
        "throttled_at": None,
    }


def full(of: "Delivery") -> Json:
    """Return GitHub's *hook delivery*, with what was sent and what came back."""
    return item(of) | {
        "url": "",
        "request": {"headers": of.request_headers, "payload": of.payload},
        "response": {"headers": of.response_headers, "payload": of.response},
    }
