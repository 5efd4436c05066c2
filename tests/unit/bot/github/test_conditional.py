"""Answers are kept by address and credential, within a bound of memory."""

import requests

from bot.github.conditional import Answers, confirmed, key_of


def answer(body: bytes, status: int = 200, **headers: str) -> requests.Response:
    """An answer as it comes from the wire."""
    made = requests.Response()
    made.status_code, made._content = status, body
    made.headers.update(headers)
    return made


def test_what_has_no_tag_or_is_no_answer_is_not_kept() -> None:
    answers = Answers()
    for number, made in enumerate(
        (answer(b"x"), answer(b"", 304, ETag='"a"'), answer(b"x", 404, ETag='"a"'))
    ):
        answers.keep((str(number), ""), made)
        assert answers.get((str(number), "")) is None


def test_what_was_not_asked_for_longest_makes_room() -> None:
    answers = Answers(most_bytes=25)
    for name in ("one", "two"):
        answers.keep((name, ""), answer(b"x" * 10, ETag='"a"'))
    assert answers.get(("one", "")) is not None
    answers.keep(("three", ""), answer(b"x" * 10, ETag='"a"'))
    assert [answers.get((name, "")) is not None for name in ("one", "two", "three")] == [True, False, True]
    answers.keep(("large", ""), answer(b"x" * 30, ETag='"a"'))
    assert [answers.get((name, "")) for name in ("one", "three", "large")] == [None] * 3


def test_an_answer_kept_again_counts_once() -> None:
    answers = Answers(most_bytes=25)
    for _ in range(5):
        answers.keep(("one", ""), answer(b"x" * 10, ETag='"a"'))
    answers.keep(("two", ""), answer(b"x" * 10, ETag='"a"'))
    assert answers.get(("one", "")) is not None


def test_two_credentials_never_share_an_answer() -> None:
    url = "https://api.github.com:443/installation/repositories"
    assert key_of(url, {"Authorization": "token a"}) != key_of(url, {"Authorization": "token b"})
    assert "secret" not in str(key_of(url, {"Authorization": "token secret"}))


def test_a_confirmed_answer_has_its_own_body_and_the_new_quota() -> None:
    kept = answer(b"[1]", ETag='"a"', Link="<next>", **{"X-RateLimit-Remaining": "9"})
    again = confirmed(kept, answer(b"", 304, ETag='"a"', **{"X-RateLimit-Remaining": "5"}))
    headers = dict(again.getheaders())
    assert (again.status, again.read(), headers["Link"], headers["X-RateLimit-Remaining"]) == (
        200,
        "[1]",
        "<next>",
        "5",
    )
    assert kept.headers["X-RateLimit-Remaining"] == "9"
