"""A suggestion is committed with GitHub's button, and its finding is gone, whatever the line ends."""

from __future__ import annotations

import pytest
from github.PullRequest import PullRequest

from bot.sandbox.branches import sync
from bot.sandbox.model import ReviewComment
from bot.sandbox.suggestions import SUGGESTION, applied
from tests.end_to_end.world import PROPOSAL, World

FLAWS = {
    "| Status         | provisional   |": "| Status         | implementable   | <!-- ```` `x` -->",
    "title: 0003 — Shared slots": "title: 0004 — Shared `slots`",
    "### Non-goals": "### Not goals",
}


def flawed(world: World) -> str:
    text = str(world.with_proposal()[PROPOSAL])
    for right, wrong in FLAWS.items():
        assert right in text
        text = text.replace(right, wrong, 1)
    return text


def suggested(world: World, pull: PullRequest) -> list[ReviewComment]:
    threads = [t for t in world.repository.pulls[pull.number].threads if not t.resolved_by and not t.outdated]
    return [t.comments[0] for t in threads if SUGGESTION.search(t.comments[0].body.replace("\r\n", "\n"))]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_every_suggestion_can_be_committed_and_ends_its_finding(world: World, end: str) -> None:
    world.branch("flawed", {PROPOSAL: flawed(world).replace("\n", end)})
    pull = world.open("flawed", title="Proposal: shared slots")
    world.settle(pull)
    site, first = world.sandbox.site, suggested(world, pull)
    assert len(first) >= 2, world.runs(pull.head.sha)[0].output.text
    for _ in first:
        comment = suggested(world, pull)[0]
        applied(site, comment, site.state.account("author"))
        sync(site, world.repository)
        world.settle(pull)
        assert comment.thread.resolved_by is not None
    held = world.repository.pulls[pull.number]
    text = world.repository.git.blob(held.head_sha, PROPOSAL).decode()
    assert suggested(world, pull) == []
    assert text.count("\n") == text.count(end)
    mended = [right for right, wrong in FLAWS.items() if right in text and wrong not in text]
    assert len(mended) >= len(first) - 1, text[:600]
    again = world.runs(held.head_sha)[0].output.text
    assert not any(c.body.splitlines()[0] in again for c in first)
