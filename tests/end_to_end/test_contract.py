"""Every request that we send is one that GitHub takes: by its OpenAPI description and its GraphQL schema."""

from __future__ import annotations

from bot.jobs import Kind
from tests.doubles.contract import violations
from tests.end_to_end.world import PROPOSAL, World


def test_a_pull_requests_day_keeps_to_githubs_contract(world: World) -> None:
    whole = world.with_proposal()[PROPOSAL] or ""
    gap = whole.replace("provisional", "implementable", 1)
    world.branch("day", {**world.with_gate(), PROPOSAL: gap})
    pull = world.open("day")
    world.settle(pull)
    for command in ("/design help", "/design status", "/design nonsense"):
        world.say(pull, command)
        world.settle(pull, Kind.COMMAND)
    world.branch("day", {PROPOSAL: whole}, "day")
    world.settle(pull)
    calls = world.sandbox.journal.calls()
    assert {"POST /graphql 200"} < set(calls)
    assert any("/check-runs 201" in call for call in calls), calls
    assert any("/reviews 200" in call for call in calls), calls
    assert violations(world.sandbox.journal) == []
