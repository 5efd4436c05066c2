"""What GitHub has told and still holds is only asked to be confirmed, which costs no quota."""

from __future__ import annotations

from bot.github.installations import repositories
from bot.jobs import Kind
from tests.end_to_end.world import NAME, World
from workers.sweep import sweep

LIST = "GET /installation/repositories"


def spent(world: World) -> int:
    """How much of the installation's REST quota is used."""
    (installation,) = world.sandbox.site.installations
    return world.sandbox.rates.quota(f"installation ID {installation.id}", "core").used


def test_a_sweep_that_finds_nothing_new_spends_no_rest_quota(world: World) -> None:
    sweep(world.app, "design-review", "sweep-1")
    before = spent(world)
    assert before > 0
    with world.counted() as calls:
        sweep(world.app, "design-review", "sweep-2")
    assert f"{LIST} 304" in calls
    assert spent(world) == before


def test_a_list_that_changed_is_read_anew(world: World) -> None:
    client = world.app.client(world.sandbox.site.installations[0].id)
    assert [name for _, name in repositories(client)] == [NAME]
    world.sandbox.add_repository("example-org/second", world.work)
    with world.counted() as calls:
        assert [name for _, name in repositories(client)] == [NAME, "example-org/second"]
    assert calls == [f"{LIST} 200"]
    assert len(list(repositories(client))) == 2


def test_installations_that_ask_at_one_address_each_get_their_own(world: World) -> None:
    world.sandbox.add_repository("other-org/other", world.work)
    clients = [world.app.client(one.id) for one in world.sandbox.site.installations]
    for _ in range(3):
        assert [[name for _, name in repositories(c)] for c in clients] == [[NAME], ["other-org/other"]]


def test_the_role_of_who_gave_a_command_is_confirmed(world: World) -> None:
    world.branch("docs", {"README.md": "# x\n"})
    pull = world.open("docs")
    world.say(pull, "/design classify direct a page only", by="keeper")
    world.settle(pull, Kind.COMMAND)
    with world.counted() as calls:
        world.settle(pull)
    assert "GET /repos/example-org/driver/collaborators/keeper/permission 304" in calls
    assert "POST /graphql 200" in calls
    assert not [c for c in calls if c.startswith("PATCH")], calls
