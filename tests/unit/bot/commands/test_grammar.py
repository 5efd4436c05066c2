"""Commands are what Markdown shows as a plain line of a top-level paragraph, and nothing else."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.commands.grammar import Written, commands_in


@pytest.mark.parametrize(
    "body",
    [
        "",
        "Please use design status.",
        "text /design status",
        "/designer status",
        "/design-review status",
        "`/design status`",
        "```\n/design status\n```",
        "~~~\n\n/design status\n~~~",
        "    /design status",
        "> /design status",
        "> quoted\n/design status",
        "- /design status",
        "1. /design status",
        "# /design status",
        "<!--\n/design status\n-->",
        "<!-- a --> /design status",
        "<div>\n/design status\n</div>",
        "words <b>\n</b>/design status",
        "**/design status**",
        "[/design status](https://example.org)",
        "| a |\n|---|\n/design status |",
        "x" * 70_000 + "\n\n/design status",
        "&#47;design status",
    ],
)
def test_silent(body: str) -> None:
    assert commands_in(body) == ()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("/design status", [Written("status")]),
        ("/design", [Written("help")]),
        ("  /DESIGN   Status  ", [Written("status")]),
        ("Thanks!\n/design recheck\nand so on", [Written("recheck")]),
        ("/design recheck\r\n", [Written("recheck")]),
        (
            "/design waive vague-test-plan the suite is named in the issue",
            [Written("waive", "vague-test-plan the suite is named in the issue")],
        ),
        ("/design decide D-4 use `mode`, not a gate", [Written("decide", "D-4 use `mode`, not a gate")]),
        ("/design status\n/design status", [Written("status")]),
        ("> quoted\n\n/design next", [Written("next")]),
        ("/design status\n\n/design next", [Written("status"), Written("next")]),
    ],
)
def test_counts(body: str, expected: list[Written]) -> None:
    assert list(commands_in(body)) == expected


@given(st.text(max_size=400))
def test_any_text_is_read(body: str) -> None:
    assert all(w.verb == w.verb.casefold() for w in commands_in(f"{body}\n\n/design {body}"))


@given(st.text(alphabet=st.characters(exclude_characters="\r\n`", exclude_categories=["Cs"]), max_size=80))
def test_nothing_inside_a_fence_counts(line: str) -> None:
    assert commands_in(f"```\n/design waive x {line}\n```") == ()


@pytest.mark.parametrize(
    "piece", ["*_", "a**b", "[", "![", "<!-- ", "`", "> ", "- ", "|a\n|-\n", "\\", "<a b='"]
)
def test_no_text_takes_long_to_read(piece: str) -> None:
    began = time.process_time()
    commands_in(piece * (64_000 // len(piece)) + "\n\n/design status")
    assert time.process_time() - began < 3


def test_the_line_that_is_repeated_has_no_slash() -> None:
    assert Written("waive", "rule because").line == "design waive rule because"
