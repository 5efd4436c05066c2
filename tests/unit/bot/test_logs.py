"""Logs carry the delivery's id and no secret, in text and in JSON."""

import json
import logging
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import logs
from bot.jobs import Job, Kind
from bot.redaction import REDACTED, Redactor

TOKEN = "ghs_123456_eyJhbGciOiJSUzI1NiJ9." + "aB3-_" * 90 + ".x.y"
KEY = (
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7\nqrstuvwxyz0123456789\n-----END RSA PRIVATE KEY-----"
)
JOB = Job(kind=Kind.REVIEW, delivery="d-42", name="pull_request", repository="octo/app", pull_number=3)


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level


def test_plain_text_stays_as_it_is() -> None:
    text = "octo/app#3: see https://example.test/a@b, ghs is a prefix, 7 findings"
    assert Redactor(("", "x")).text(text) == text


@pytest.mark.parametrize(
    "secret",
    [
        TOKEN,
        "ghp_abcdefghij",
        "github_pat_11AB_cd",
        "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOjF9.c2ln",
        KEY,
        KEY[:60],
        "://x-access-token:abc@",
    ],
)
def test_what_looks_like_a_secret_is_taken_out(secret: str) -> None:
    shown = Redactor().text(f"before {secret} after")
    assert shown.startswith("before ")
    assert REDACTED in shown
    assert secret not in shown
    assert "abc" not in shown


@pytest.mark.parametrize(
    "header", ["Authorization: Bearer abcdef123456", "authorization: basic eDp5eno0NQ=="]
)
def test_an_authorization_header_is_taken_out(header: str) -> None:
    assert Redactor().text(header).endswith(REDACTED)


def test_our_own_secrets_are_taken_out_whatever_they_look_like() -> None:
    redactor = Redactor(("correct horse", KEY))
    assert "horse" not in redactor.text("the secret is correct horse.")
    assert redactor.text("a line of it: qrstuvwxyz0123456789") == f"a line of it: {REDACTED}"


@given(st.recursive(st.just(TOKEN), lambda inner: st.lists(inner) | st.dictionaries(st.just("k"), inner)))
def test_no_depth_hides_a_secret(value: object) -> None:
    assert TOKEN not in json.dumps(Redactor().value({"outer": (value, {TOKEN: Exception(TOKEN)})}))


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_way_of_logging_lets_a_secret_out(form: str, capfd: pytest.CaptureFixture[str]) -> None:
    logs.configure(form, ("correct horse",))
    logs.log.info(f"message {TOKEN}", value={"deep": [TOKEN]}, url=f"https://x:{TOKEN}@github.com")
    logging.getLogger("urllib3").warning("foreign %s and %s", TOKEN, "correct horse")
    try:
        raise ValueError(TOKEN)
    except ValueError:
        logs.log.exception("ours")
        logging.getLogger("celery").exception("theirs")
    written = capfd.readouterr().err
    assert written.count(REDACTED) >= 7
    assert "aB3-_" not in written
    assert "horse" not in written


def test_every_line_of_a_job_names_its_delivery(capfd: pytest.CaptureFixture[str]) -> None:
    logs.configure("json")
    with logs.about(JOB):
        logs.log.info("ours")
        logging.getLogger("git").warning("theirs")
    logs.log.info("afterwards")
    inside, foreign, outside = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    for line in (inside, foreign):
        assert (line["delivery"], line["repository"], line["pull_request"]) == ("d-42", "octo/app", 3)
    assert "delivery" not in outside


def test_a_value_cannot_forge_a_line(capfd: pytest.CaptureFixture[str]) -> None:
    for form in ("json", "text"):
        logs.configure(form)
        logs.log.info("event", title="x\nlevel=error all is lost")
    assert len(capfd.readouterr().err.splitlines()) == 2
