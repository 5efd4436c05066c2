"""Who has a say: people at the base, in plain words of their own; never the pull request itself."""

from __future__ import annotations

from github.PullRequest import PullRequest

from bot.jobs import Kind
from bot.publish.markers import mark
from bot.sandbox import comments as remarks
from tests.end_to_end.world import GATES, NAME, PROPOSAL, World

SETTINGS = ".github/design-review.yaml"
PAGES = "site/content/contribute/proposals"
WAIVE = "/design waive proposal-absent agreed in the meeting"


def gate(world: World, branch: str = "gate", **more: str | None) -> PullRequest:
    """A pull request that lacks its proposal, and says more in its head."""
    world.branch(branch, {**world.with_gate(), **more})
    pull = world.open(branch)
    world.settle(pull)
    return pull


def conclusion(world: World, pull: PullRequest) -> str:
    """What the check says of the head now."""
    (run,) = world.runs(world.repository.pulls[pull.number].head_sha)
    return str(run.conclusion)


def test_a_head_makes_no_approver(world: World) -> None:
    heads: list[dict[str, str | None]] = [
        {"OWNERS": "approvers:\n  - author\n"},
        {"pkg/OWNERS": "options:\n  no_parent_owners: true\napprovers:\n  - author\n"},
        {"OWNERS_ALIASES": "aliases:\n  ana:\n    - author\n"},
        {"CODEOWNERS": "* @author\n"},
        {SETTINGS: "ownership: CODEOWNERS\n", "CODEOWNERS": "* @author\n"},
    ]
    for number, head in enumerate(heads):
        pull = gate(world, f"gate-{number}", **head)
        world.say(pull, WAIVE)
        world.settle(pull, Kind.COMMAND)
        assert conclusion(world, pull) == "failure", head
        assert "is for approvers" in world.ours(pull)[-1]


def test_a_head_makes_no_settings(world: World) -> None:
    settings = (
        "mode: observe\n",
        "comments: none\n",
        "rules:\n  proposal-absent: 'off'\n",
        "profile: generic\n",
        "criteria: []\n",
        "proposals: {folders: [nowhere]}\n",
    )
    for number, text in enumerate(settings):
        pull = gate(world, f"gate-{number}", **{SETTINGS: text})
        assert conclusion(world, pull) == "failure", text
        assert world.ours(pull), text


def test_a_head_makes_no_process(world: World) -> None:
    page = world.text(f"{PAGES}/_index.md")
    whole = str(world.with_proposal()[PROPOSAL])
    bare = "# NNNN — Title\n\n## Summary\n"
    gone = {f"{PAGES}/_index.md": None, f"{PAGES}/NNNN-template.md": bare}
    pull = gate(world, **gone, **{PROPOSAL: whole[: whole.index("### Non-goals")]})
    (run,) = world.runs(pull.head.sha)
    assert run.conclusion == "failure"
    assert "Non-goals" in run.output.text
    sentence = next(line for line in page.splitlines() if "gate" in line).strip("- *").rstrip()
    assert sentence[:20] in run.output.summary.replace("\\", "")


def test_an_approver_at_the_base_is_one_whatever_the_head_says(world: World) -> None:
    pull = gate(world, OWNERS="approvers: []\n")
    world.say(pull, WAIVE, by="ana")
    world.settle(pull, Kind.COMMAND)
    assert conclusion(world, pull) == "success"


NO_COMMANDS = (
    f"```\n{WAIVE}\n```",
    f"~~~~text\n{WAIVE}\n~~~~",
    f"    {WAIVE}",
    f"> {WAIVE}",
    f"> said\n{WAIVE}",
    f"- {WAIVE}",
    f"1. {WAIVE}",
    f"# {WAIVE}",
    f"`{WAIVE}`",
    f"<!-- \n{WAIVE}\n-->",
    f"<details>\n{WAIVE}\n</details>",
    f"| a |\n|---|\n| {WAIVE} |",
    f"Please say {WAIVE}",
    f"**{WAIVE}**",
    f"[{WAIVE}](https://example.org)",
    "/designwaive proposal-absent because",
    "/ design waive proposal-absent because",
)


def test_what_is_no_plain_line_is_no_command(world: World) -> None:
    pull = gate(world)
    before = world.ours(pull)
    for text in NO_COMMANDS:
        world.say(pull, text, by="ana")
    with world.counted() as calls:
        world.settle(pull, Kind.COMMAND)
    assert conclusion(world, pull) == "failure"
    assert world.ours(pull) == before
    assert len(calls) == 1, calls


def test_a_comment_that_somebody_else_edited_is_no_command(world: World) -> None:
    pull = gate(world)
    world.say(pull, "Looks good.", by="ana")
    site, comment = world.sandbox.site, world.repository.pulls[pull.number].comments[-1]
    remarks.edited(site, comment, site.state.account("keeper"), WAIVE)
    world.settle(pull, Kind.COMMAND)
    assert conclusion(world, pull) == "failure"
    assert "Somebody else edited" in world.ours(pull)[-1]


def test_a_comment_that_its_author_edited_is_one(world: World) -> None:
    pull = gate(world)
    comment = world.say(pull, "Looks good.", by="ana")
    comment.edit(WAIVE)
    world.settle(pull, Kind.COMMAND)
    assert conclusion(world, pull) == "success"
    comment.edit("Looks bad after all.")
    world.settle(pull, Kind.COMMAND)
    assert conclusion(world, pull) == "failure"


def test_a_bot_gives_no_command(world: World) -> None:
    pull = gate(world)
    site = world.sandbox.site
    world.repository.roles["helpful[bot]"] = "admin"
    remarks.commented(
        site, world.repository.pulls[pull.number], site.state.account("helpful[bot]", "Bot"), WAIVE
    )
    world.settle(pull, Kind.COMMAND)
    assert conclusion(world, pull) == "failure"


def test_a_command_in_a_review_counts_and_is_answered_in_the_conversation(world: World) -> None:
    pull = gate(world)
    theirs = world.person("ana").get_repo(NAME).get_pull(pull.number)
    theirs.create_review(body=f"Fine.\n\n{WAIVE}", event="COMMENT")
    world.settle(pull, Kind.COMMAND)
    assert conclusion(world, pull) == "success"
    assert any("Waived: 1 of" in body for body in world.ours(pull))


def test_a_command_in_a_thread_counts_and_is_answered_there_also_as_a_reply(world: World) -> None:
    pull = gate(world)
    theirs = world.person("stranger").get_repo(NAME).get_pull(pull.number)
    commit = theirs.base.repo.get_commit(pull.head.sha)
    line = world.git("show", f"gate:{GATES}").splitlines().index("\tSlotSharing: {") + 1
    first = theirs.create_review_comment("Why?", commit, GATES, line=line)
    theirs.create_review_comment_reply(first.id, "/design explain proposal-absent")
    for _ in range(2):
        world.settle(pull, Kind.COMMAND)
    (thread,) = [t for t in world.repository.pulls[pull.number].threads if t.comments[0].body == "Why?"]
    assert [c.author.login for c in thread.comments] == ["stranger", "stranger", "design-review[bot]"]
    assert "proposal-absent" in thread.comments[2].body
    assert not any("explain" in body for body in world.ours(pull))


def test_a_forged_mark_is_nobodys(world: World) -> None:
    world.branch("gate", world.with_gate())
    pull = world.open("gate")
    for forged in ("review state=ready changes=9", "finding id=0", "state change=1"):
        world.say(pull, f"Nothing to see.\n\n<!-- design-review:{forged} -->", by="stranger")
    command = world.say(pull, WAIVE, by="ana")
    world.say(
        pull,
        "Done. " + mark("answer", to=f"conversation-{command.id}", command="x", bound="y"),
        by="stranger",
    )
    world.settle(pull)
    marks = [body.rpartition("<!-- ")[2].split()[0] for body in world.ours(pull)]
    assert sorted(marks) == ["design-review:answer"]
    assert conclusion(world, pull) == "success"


def test_an_answer_that_somebody_edited_holds_no_longer(world: World) -> None:
    pull = gate(world)
    world.say(pull, "/design classify direct it only renames", by="ana")
    world.settle(pull, Kind.COMMAND)
    assert conclusion(world, pull) == "success"
    site, answer = world.sandbox.site, world.repository.pulls[pull.number].comments[-1]
    remarks.edited(site, answer, site.state.account("keeper"), answer.body.replace("bound=", "bound=0"))
    world.settle(pull, Kind.RERUN)
    assert conclusion(world, pull) == "failure"


def test_nothing_that_the_author_may_say_moves_the_verdict(world: World) -> None:
    pull = gate(world)
    for command in (
        "recheck",
        "draft proposal",
        "help",
        "status",
        "next",
        "classify direct I say so",
        "decide D-1 yes",
    ):
        world.say(pull, f"/design {command}")
    world.settle(pull, Kind.COMMAND)
    assert conclusion(world, pull) == "failure"
