"""A lock has one holder, ends by itself, and is not given back by somebody who lost it."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.doubles.redis_server import RedisServer
from workers.locks import Locks, file_locks, redis_locks


@pytest.fixture(params=["file", "redis"])
def locks(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Locks]:
    if request.param == "file":
        yield file_locks(tmp_path / "locks.db")
        return
    server = RedisServer(tmp_path)
    yield redis_locks(server.url)
    server.kill()


def test_one_holder_at_a_time(locks: Locks) -> None:
    with locks("commit a", 10) as first, locks("commit a", 10) as second, locks("commit b", 10) as other:
        assert (first, second, other) == (True, False, True)
    with locks("commit a", 10) as again:
        assert again


def test_a_refused_one_does_not_take_it_from_its_holder(locks: Locks) -> None:
    with locks("commit a", 10):
        with locks("commit a", 10):
            pass
        with locks("commit a", 10) as third:
            assert not third


def test_an_error_gives_it_back(locks: Locks) -> None:
    with pytest.raises(KeyError), locks("commit a", 10):
        raise KeyError
    with locks("commit a", 10) as again:
        assert again


def test_it_ends_by_itself_and_the_late_holder_does_not_end_the_next(locks: Locks) -> None:
    with ExitStack() as late:
        assert late.enter_context(locks("commit a", 0.2))
        time.sleep(0.3)
        with locks("commit a", 10) as second:
            late.close()
            with locks("commit a", 10) as third:
                assert (second, third) == (True, False)
