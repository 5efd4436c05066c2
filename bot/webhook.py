"""Decides whether a delivery is GitHub's: size, headers and signature, before a byte of it is parsed."""

import hashlib
import hmac
import re

from msgspec import Struct
from werkzeug.datastructures import Headers

MAX_BYTES = 25 * 1024 * 1024  # GitHub never sends more (docs.github.com, webhook events and payloads)
_DELIVERY = re.compile(r"[0-9A-Za-z-]{1,64}")
_EVENT = re.compile(r"[a-z0-9_]{1,64}")
_SIGNATURE = re.compile(r"sha256=[0-9a-f]{64}")


class Refused(Exception):
    """A delivery that is not taken; the status and one sentence go back to the sender."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


class Delivery(Struct, frozen=True):
    """A delivery that GitHub signed."""

    id: str
    event: str
    body: bytes


def verify(headers: Headers, body: bytes, secret: str) -> Delivery:
    """The delivery of a request, or Refused; only SHA-256 over the raw bytes counts, in constant time."""
    if not secret:
        raise ValueError("an empty secret would accept forged deliveries")
    if len(body) > MAX_BYTES:
        raise Refused(413, "The payload is larger than GitHub sends.")
    _verify_signature(headers.get("X-Hub-Signature-256", ""), body, secret)
    delivery = headers.get("X-GitHub-Delivery", "")
    event = headers.get("X-GitHub-Event", "")
    if not _DELIVERY.fullmatch(delivery) or not _EVENT.fullmatch(event):
        raise Refused(400, "The headers X-GitHub-Delivery and X-GitHub-Event must name the delivery.")
    return Delivery(delivery, event, body)


def _verify_signature(signature: str, body: bytes, secret: str) -> None:
    if not signature:
        raise Refused(401, "The delivery is not signed with SHA-256.")
    expected = hmac.digest(secret.encode(), body, hashlib.sha256).hex()
    well_formed = _SIGNATURE.fullmatch(signature) is not None
    if not hmac.compare_digest(f"sha256={expected}", signature if well_formed else ""):
        raise Refused(401, "The signature does not fit the payload.")
