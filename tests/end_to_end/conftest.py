"""A world for each test, whose every exchange with GitHub is held to GitHub's own description at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.doubles.contract import violations
from tests.doubles.redis_server import RedisServer
from tests.end_to_end.world import World


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    """A real server with its data below the test's folder."""
    server = RedisServer(tmp_path / "redis")
    yield server
    server.kill()


@pytest.fixture
def make_world(tmp_path: Path) -> Iterator[Callable[..., World]]:
    """Makes a world with settings of its own."""
    made: list[World] = []

    def make(**settings: Any) -> World:
        made.append(World(tmp_path / str(len(made)), **settings))
        return made[-1]

    yield make
    for world in made:
        world.close()
    assert [fault for world in made for fault in violations(world.sandbox.journal)] == []


@pytest.fixture
def world(make_world: Callable[..., World]) -> World:
    """A world as it usually is."""
    return make_world()
