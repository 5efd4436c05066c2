"""app.yml asks for what the code uses, and for no more."""

from bot.github.connection import READ_AND_WRITE
from bot.jobs import SUBSCRIBED
from bot.setup import read_manifest

ALWAYS_SENT = {"installation", "installation_repositories", "ping"}  # to every App, unasked


def test_the_events_are_those_that_become_jobs() -> None:
    assert set(read_manifest()["default_events"]) == set(SUBSCRIBED) - ALWAYS_SENT


def test_the_permissions_cover_what_tokens_are_minted_with() -> None:
    granted = read_manifest()["default_permissions"]
    assert {name: granted.get(name) for name in READ_AND_WRITE} == READ_AND_WRITE


def test_nothing_is_written_but_the_verdict_and_the_talk() -> None:
    granted = read_manifest()["default_permissions"]
    assert {name for name, access in granted.items() if access != "read"} == {
        "checks",
        "issues",
        "pull_requests",
    }
