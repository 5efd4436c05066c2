"""Everything that the sandbox holds, in memory under one lock, findable by number and by GraphQL id."""

import itertools
import threading
from collections.abc import Iterator
from typing import Any, TypeVar

from bot.sandbox.errors import not_found
from bot.sandbox.model import Account, App, Installation, Label, Reaction, Repository

T = TypeVar("T")


class State:
    """Everything that the sandbox holds, under one lock; `revision` grows with each change, for the page."""

    def __init__(self) -> None:
        """Begin empty."""
        self.lock = threading.RLock()
        self.revision = 0
        self.accounts: dict[str, Account] = {}
        self.repositories: list[Repository] = []
        self.nodes: dict[str, Any] = {}
        # Real numbers are long, and a reader that keeps them in too small a place should fail here too.
        self._ids: Iterator[int] = itertools.count(1_700_000_001)

    def next_id(self) -> int:
        """Return a number that nothing else has."""
        return next(self._ids)

    def keep(self, node: T) -> T:
        """Make `node` findable by its GraphQL id, and return it."""
        self.nodes[node_id(node)] = node
        self.revision += 1
        return node

    def account(self, login: str, kind: str = "User") -> Account:
        """Return the account of that login, made when it is new."""
        if login.lower() not in self.accounts:
            self.accounts[login.lower()] = Account(self.next_id(), login, kind)
            self.keep(self.accounts[login.lower()])
        return self.accounts[login.lower()]

    def repository(self, full_name: str) -> Repository:
        """Return the repository of that name, or raise a 404."""
        for repository in self.repositories:
            if repository.full_name.lower() == full_name.lower():
                return repository
        raise not_found()

    def node(self, kind: type[T], number: int) -> T:
        """Return the thing of that kind and number, or raise a 404."""
        found = self.nodes.get(f"{prefix_of(kind)}_{number}")
        if not isinstance(found, kind):
            raise not_found()
        return found


PREFIXES = {Account: "U", Label: "LA", Reaction: "REA", App: "A", Installation: "I"}


def prefix_of(kind: Any) -> str:
    """Return what the GraphQL ids of a kind of thing begin with."""
    return PREFIXES.get(kind) or str(kind.prefix)


def node_id(node: Any) -> str:
    """Return the GraphQL id of anything that the state holds."""
    return f"{prefix_of(type(node))}_{node.id}"
