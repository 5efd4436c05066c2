"""GitHub's limits: many findings, long texts, many comments and threads; nothing is lost or said twice."""

from __future__ import annotations

from bot.jobs import Kind
from bot.publish.markers import read_mark
from bot.sandbox import comments, reviews
from tests.end_to_end.world import GATES, NAME, PROPOSAL, World

LARGEST = 65_535


def crowded(world: World, count: int) -> str:
    """A proposal that cites files that do not exist, one finding each."""
    text = str(world.with_proposal()[PROPOSAL])
    cited = "\n".join(
        f"- The slots are counted in `pkg/slots/part{n}/{'long' * 12}.go`." for n in range(count)
    )
    return text.replace("### Affected components", f"### Where\n\n{cited}\n\n### Affected components", 1)


def test_hundreds_of_findings_fit_and_the_worst_stand_inline(world: World) -> None:
    documents = {PROPOSAL.replace("0003", f"000{n}"): crowded(world, 90) for n in (3, 4, 5)}
    sha = world.branch("many", {**world.with_gate(), **documents})
    pull = world.open("many", title="Proposal: shared slots")
    world.settle(pull)
    (run,) = [r for s in world.repository.suites for r in s.runs]
    assert len(run.annotations) > 250
    assert run.conclusion == "failure"
    assert all(len(text.encode()) <= LARGEST for text in (run.summary, run.text))
    assert "needs a design proposal" in run.summary
    assert "More was found than fits here." in run.text
    inline = world.inline(pull)
    assert len(inline) == 20
    assert len({c.body for c in inline}) == 20
    assert len([r for r in world.repository.pulls[pull.number].reviews if r.comments]) == 1
    (said,) = world.ours(pull)
    assert read_mark(said)
    before = len(run.annotations)
    world.settle(pull, Kind.RERUN)
    assert len(run.annotations) == before
    assert len(world.inline(pull)) == 20
    assert world.runs(sha)[0].output.annotations_count == before
    batches = [
        one for one in world.sandbox.journal if one.method == "PATCH" and b"annotation_level" in one.body
    ]
    assert max(len(one.json()["output"]["annotations"]) for one in batches) == 50
    assert ["conclusion" in one.json() for one in batches].count(True) == 1


def test_a_command_beyond_the_first_hundred_comments_is_read_once(world: World) -> None:
    world.branch("gate", world.with_gate())
    pull = world.open("gate")
    site, held = world.sandbox.site, world.repository.pulls[pull.number]
    for number in range(210):
        comments.commented(site, held, site.state.account("stranger"), f"Remark {number}")
    world.say(pull, "/design waive proposal-absent agreed", by="ana")
    for _ in range(2):
        world.settle(pull, Kind.COMMAND)
    assert world.runs(pull.head.sha)[0].conclusion == "success"
    assert len(world.ours(pull)) == 1
    assert len(held.comments) == 212


def test_our_words_are_found_behind_a_hundred_others(world: World) -> None:
    sha = world.branch("gate", world.with_gate())
    pull = world.open("gate")
    site, held = world.sandbox.site, world.repository.pulls[pull.number]
    theirs = world.person("stranger").get_repo(NAME).get_pull(pull.number)
    line = world.git("show", f"gate:{GATES}").splitlines().index("\tSlotSharing: {") + 1
    theirs.create_review_comment("Why?", theirs.base.repo.get_commit(sha), GATES, line=line)
    stranger = site.state.account("stranger")
    for number in range(120):
        place = {"path": GATES, "line": line, "body": f"Thread {number}"}
        reviews.reviewed(site, held, stranger, {"event": "COMMENT", "comments": [place]})
        comments.commented(site, held, stranger, f"Remark {number}")
    for number in range(60):
        reviews.replied(site, held.threads[0], stranger, f"Reply {number}")
    reviews.replied(site, held.threads[0], stranger, "/design explain proposal-absent")
    world.settle(pull)
    before = len(world.ours(pull)), len(world.inline(pull))
    assert before[0] == 1
    assert before[1] >= 1
    assert held.threads[0].comments[-1].author is site.app.bot
    for _ in range(2):
        world.settle(pull)
    assert (len(world.ours(pull)), len(world.inline(pull))) == before


def test_a_long_answer_is_cut_at_a_block_and_keeps_its_mark(world: World) -> None:
    whole = str(world.with_proposal()[PROPOSAL])
    questions = "\n".join(f"- Who owns part {n}, {'and why ' * 60}?" for n in range(300))
    world.branch("asks", {PROPOSAL: f"{whole}\n\n## Open questions\n\n{questions}\n"})
    pull = world.open("asks", title="Proposal: shared slots")
    for command in ("status", "next", "draft proposal"):
        world.say(pull, f"/design {command}")
    world.settle(pull, Kind.COMMAND)
    said = world.ours(pull)
    assert len(said) >= 3
    assert all(len(body) <= 65_536 and read_mark(body) for body in said)
    (run,) = world.runs(pull.head.sha)
    assert run.status == "completed"
    assert len(run.output.summary.encode()) <= LARGEST
