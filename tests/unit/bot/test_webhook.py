"""A delivery is taken only when GitHub's signature over its very bytes is right."""

import hashlib
import hmac

import pytest
from werkzeug.datastructures import Headers

from bot.webhook import MAX_BYTES, Refused, verify
from tests.doubles.running_app import SECRET, signed

BODY = b'{"action":"opened"}'


def headers(**changed: str | None) -> Headers:
    usual = {
        "X-GitHub-Event": "pull_request",
        "X-GitHub-Delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
        "X-Hub-Signature-256": signed(BODY),
    } | {name.replace("_", "-"): value for name, value in changed.items()}
    return Headers([(name, value) for name, value in usual.items() if value is not None])


def status(received: Headers, body: bytes = BODY, secret: str = SECRET) -> int:
    with pytest.raises(Refused) as refusal:
        verify(received, body, secret)
    assert SECRET not in refusal.value.sentence
    return refusal.value.status


def test_a_signed_delivery_is_taken() -> None:
    delivery = verify(headers(), BODY, SECRET)
    assert (delivery.event, delivery.body) == ("pull_request", BODY)


def test_an_unsigned_delivery_is_refused() -> None:
    assert status(headers(X_Hub_Signature_256=None)) == 401


def test_sha1_alone_is_refused() -> None:
    old = "sha1=" + hmac.new(SECRET.encode(), BODY, hashlib.sha1).hexdigest()
    assert status(headers(X_Hub_Signature_256=None, X_Hub_Signature=old)) == 401
    assert status(headers(X_Hub_Signature_256=old)) == 401


@pytest.mark.parametrize(
    "signature",
    [
        signed(BODY, "another secret"),
        signed(BODY, ""),
        signed(BODY + b" "),
        signed(BODY).upper(),
        signed(BODY)[:-1],
        signed(BODY) + "0",
        signed(BODY).removeprefix("sha256="),
        "sha256=",
        "sha256=" + "é" * 64,
    ],
)
def test_a_forged_signature_is_refused(signature: str) -> None:
    assert status(headers(X_Hub_Signature_256=signature)) == 401


def test_equal_json_in_other_bytes_is_refused() -> None:
    assert status(headers(), body=b'{"action": "opened"}') == 401


def test_no_secret_never_verifies() -> None:
    with pytest.raises(ValueError, match="empty secret"):
        verify(headers(X_Hub_Signature_256=signed(BODY, "")), BODY, "")


def test_a_body_larger_than_github_sends_is_refused() -> None:
    assert status(headers(), body=b"x" * (MAX_BYTES + 1)) == 413


@pytest.mark.parametrize("delivery", [None, "", "a b", "x" * 65, "../../etc", "a\tb"])
def test_a_delivery_without_a_proper_id_is_refused(delivery: str | None) -> None:
    assert status(headers(X_GitHub_Delivery=delivery)) == 400


@pytest.mark.parametrize("event", [None, "", "Pull Request", "x" * 65])
def test_a_delivery_without_a_proper_event_is_refused(event: str | None) -> None:
    assert status(headers(X_GitHub_Event=event)) == 400
