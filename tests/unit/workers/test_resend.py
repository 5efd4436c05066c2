"""Workers are told of stored jobs, and told again when a message or its worker was lost."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from bot.jobs import Job, Kind
from bot.queue.broker import QUEUE, Teller, celery_app
from bot.queue.redis_inbox import RedisInbox
from config.settings import Settings
from tests.doubles.redis_server import RedisServer, free_port
from workers.resend import Resend


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path)
    yield server
    server.kill()


def job(number: int) -> Job:
    return Job(kind=Kind.REVIEW, delivery=f"d-{number}", name="t", repository_id=9, pull_number=number)


def messages(server: RedisServer, least: int = 0) -> int:
    broker, end = redis.Redis.from_url(server.url), time.monotonic() + 10
    while (count := broker.llen(QUEUE)) < least and time.monotonic() < end:
        time.sleep(0.05)
    return count


def test_nothing_to_do_nothing_sent(server: RedisServer) -> None:
    settings = Settings(broker_url=server.url)
    Resend(celery_app(settings), RedisInbox(server.url), server.url, workers=2)()
    assert messages(server) == 0


def test_a_job_that_was_just_stored_is_not_told_twice(server: RedisServer) -> None:
    inbox = RedisInbox(server.url, resend_seconds=60)
    inbox.accept(job(1))
    Resend(celery_app(Settings(broker_url=server.url)), inbox, server.url, workers=2)()
    assert messages(server) == 0


def test_a_job_that_nobody_took_is_told_again(server: RedisServer) -> None:
    inbox = RedisInbox(server.url, resend_seconds=0.1)
    inbox.accept(job(1))
    time.sleep(0.2)
    Resend(celery_app(Settings(broker_url=server.url)), inbox, server.url, workers=2)()
    assert messages(server) == 1


def test_messages_do_not_pile_up_while_none_is_read(server: RedisServer) -> None:
    inbox = RedisInbox(server.url, resend_seconds=0.05)
    resend = Resend(celery_app(Settings(broker_url=server.url)), inbox, server.url, workers=2)
    for number in range(100):
        inbox.accept(job(number))
    for _ in range(5):
        time.sleep(0.1)
        resend()
    assert messages(server) <= 20


def test_a_broker_that_is_down_is_waited_for(server: RedisServer) -> None:
    inbox = RedisInbox(server.url)
    resend = Resend(celery_app(Settings(broker_url=server.url)), inbox, server.url, workers=2)
    server.kill()
    resend()
    server.start()
    resend()


def test_a_burst_needs_few_messages(server: RedisServer) -> None:
    tell = Teller(celery_app(Settings(broker_url=server.url)), pause=0.2, burst=3)
    for number in range(50):
        tell(job(number))
    assert 1 <= messages(server, least=3) <= 9


def test_telling_never_waits_and_never_fails() -> None:
    tell = Teller(celery_app(Settings(broker_url=f"redis://127.0.0.1:{free_port()}/0")))
    began = time.monotonic()
    for number in range(1000):
        tell(job(number))
    assert time.monotonic() - began < 1
