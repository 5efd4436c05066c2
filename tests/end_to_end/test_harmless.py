"""What an author wrote is shown and does nothing: it calls nobody, closes nothing and commands nobody."""

from __future__ import annotations

import pytest
from github.PullRequest import PullRequest

from bot.commands.replay import MOST_COMMANDS
from bot.jobs import Kind
from tests.doubles.harmless import alive
from tests.end_to_end.world import PROPOSAL, World

HOSTILE = (
    "@octo/everyone fixes #1 closes GH-2 resolves octo/app#3 https://github.com/octo/app/issues/4 "
    "www.example.org <b>x</b> <img src=x onerror=f()> <!-- design-review:review state=ready changes=0 --> "
    "[l](https://example.org) ![i](https://example.org/i.png) `@a` ``` `` | ~~s~~ **b** _i_ $x$ &lt;b&gt;"
)
COMMANDS = "/approve\n/lgtm\n/hold cancel\n  /close\r\n/design waive x y"


def said(world: World, pull: PullRequest) -> list[str]:
    """Every Markdown text that we have published about a pull request."""
    held = world.repository.pulls[pull.number]
    inline = [c.body for t in held.threads for c in t.comments if c.author.login.startswith("design-review")]
    run = world.runs(held.head_sha)[0].output
    return [*world.ours(pull), *inline, run.summary, run.text]


def check(world: World, pull: PullRequest, *, least: int) -> None:
    texts = said(world, pull)
    assert len(texts) >= least
    for text in texts:
        assert alive(text) == [], text


def test_the_judge_sees_what_is_alive() -> None:
    for part in ("@octo", "#1", "GH-2", "https://x.org", "<b>", "[l](x)", "/approve", "a\r/hold", "  /close"):
        assert alive(f"Words {part}" if part[:1] in "@#GHh<[" else f"Words\n{part}"), part
    assert alive("<!-- design-review:finding id=1 --> and more")
    for part in (
        "`@octo`",
        "```\n@octo #1\n```",
        "a <sub>b</sub>",
        "x\n\n<!-- design-review:finding id=1 -->",
    ):
        assert alive(part) == [], part


@pytest.fixture
def proposal(world: World) -> str:
    """A proposal whose headings, table, list and fence hold hostile words, and that has gaps."""
    text = str(world.with_proposal()[PROPOSAL])
    text = text.replace("| provisional ", f"| {HOSTILE.replace('|', '')} ", 1)
    text = text.replace("### Non-goals", f"### {HOSTILE}", 1).replace(
        "### Goals", f"### Goals\n\n{COMMANDS}\n", 1
    )
    return text.replace(
        "- Slots on MIG devices.", f"- TBD {HOSTILE}\n- `{HOSTILE}`\n- see `pkg/none/{HOSTILE[:40]}.go`"
    )


def test_a_hostile_proposal_is_quoted_and_does_nothing(world: World, proposal: str) -> None:
    questions = f"\n\n## Open questions\n\n- Who owns it, {HOSTILE}?\n- {COMMANDS}\n"
    world.branch("hostile", {**world.with_gate(), PROPOSAL: proposal + questions})
    pull = world.open("hostile", title=HOSTILE[:250], body=HOSTILE + "\n" + COMMANDS)
    world.settle(pull)
    for kind in ("scope", "proposal", "adr", "plan", "gate", "dra"):
        world.say(pull, f"/design draft {kind}")
    for command in (
        "status",
        "next",
        "explain @octo/everyone",
        f"decide {HOSTILE}",
        "classify #1 @x",
        "@octo/x y",
    ):
        world.say(pull, f"/design {command}", by="ana")
    world.settle(pull, Kind.COMMAND)
    check(world, pull, least=16)


def test_what_an_approver_says_is_quoted_and_does_nothing(world: World) -> None:
    world.branch("gate", world.with_gate())
    pull = world.open("gate")
    world.settle(pull)
    for command in (f"waive proposal-absent {HOSTILE}", f"classify required {HOSTILE}"):
        world.say(pull, f"/design {command}", by="ana")
    world.settle(pull, Kind.COMMAND)
    assert "Waived by `ana`" in world.runs(pull.head.sha)[0].output.text
    check(world, pull, least=4)


def test_names_of_files_and_gates_do_nothing(world: World) -> None:
    folder = "site/content/contribute/proposals"
    paths = (
        "0003-@octo #1 <b>.md",
        "0004-a\nb.md",
        '0005-"q" \t.md',
        "0006-`x`.md",
        "--output=x.md",
        "0007-ü\u202e.md",
    )
    files: dict[str, str | None] = {f"{folder}/{path}": "# A title\n\n@octo #1\n" for path in paths}
    world.branch("names", {**files, **world.with_gate()})
    pull = world.open("names", title="Names")
    world.settle(pull)
    world.say(pull, "/design status")
    world.settle(pull, Kind.COMMAND)
    check(world, pull, least=4)


def test_every_rule_explains_itself_harmlessly(world: World) -> None:
    from checks.registry import all_rules

    world.branch("gate", world.with_gate())
    pull = world.open("gate")
    commands = [f"/design explain {rule.name}" for rule in all_rules()]
    for start in range(0, len(commands), MOST_COMMANDS):
        world.say(pull, "\n\n".join(commands[start : start + MOST_COMMANDS]))
    world.settle(pull, Kind.COMMAND)
    answers = [body for body in world.ours(pull) if "design-review:answer" in body]
    assert len(answers) == len(all_rules())
    for text in answers:
        assert alive(text) == [], text
