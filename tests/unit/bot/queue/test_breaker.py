"""A store that is silent is asked by one caller a moment; the others are refused at once."""

import threading

import pytest

from bot.queue.breaker import Breaker
from bot.queue.inbox import InboxUnreachable


class Store:
    """A store that may be silent, with a clock of its own."""

    def __init__(self) -> None:
        self.silent, self.asked, self.now = False, 0, 100.0

    def ask(self) -> str:
        self.asked += 1
        if self.silent:
            raise InboxUnreachable("silent")
        return "yes"


def test_a_store_that_answers_is_always_asked() -> None:
    store, breaker = Store(), Breaker(clock=lambda: 100.0)
    assert [breaker(store.ask) for _ in range(5)] == ["yes"] * 5
    assert store.asked == 5


def test_a_silent_store_is_asked_once_a_moment_and_believed_when_it_is_back() -> None:
    store = Store()
    breaker = Breaker(pause=1.0, clock=lambda: store.now)
    store.silent = True
    for _ in range(5):
        with pytest.raises(InboxUnreachable):
            breaker(store.ask)
    assert store.asked == 1
    store.now += 1.5
    with pytest.raises(InboxUnreachable, match="silent"):
        breaker(store.ask)
    store.silent, store.now = False, store.now + 1.5
    assert [breaker(store.ask) for _ in range(3)] == ["yes"] * 3


def test_while_one_asks_whether_it_is_back_the_others_do_not_wait() -> None:
    store = Store()
    breaker = Breaker(pause=1.0, clock=lambda: store.now)
    store.silent = True
    with pytest.raises(InboxUnreachable):
        breaker(store.ask)
    store.now += 1.5
    held, over = threading.Event(), threading.Event()

    def slow() -> str:
        held.set()
        over.wait(10)
        return "yes"

    prober = threading.Thread(target=breaker, args=(slow,))
    prober.start()
    assert held.wait(10)
    with pytest.raises(InboxUnreachable, match="a moment ago"):
        breaker(store.ask)
    over.set()
    prober.join()
    store.silent = False
    assert breaker(store.ask) == "yes"
