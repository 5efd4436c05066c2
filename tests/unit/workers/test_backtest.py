"""The past of a repository, reviewed: which changes it holds, and what is told of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from checks.model import Severity, State, Verdict
from config.load import shipped
from tests.doubles.repositories import Checkout
from workers.backtest.history import Past, merged, proposed
from workers.backtest.pages import FORMS, Paper, render
from workers.backtest.replay import Outcome, Told, replay, replay_some
from workers.backtest.tally import tally
from workers.git import GitError
from workers.repository import Repository

HOSTILE = "<script>alert(1)</script> @everyone `x` | [a](http://b)"


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A branch with a first commit, a squashed and a merged pull request, and a commit of nobody's."""
    work = Checkout(tmp_path / "work")
    work.commit({"README.md": "# Ferry\n"}, "Begin")
    work.commit({"README.md": "# Ferry\n\nIt moves parcels.\n"}, "Say what it does (#3)")
    work.git("switch", "--quiet", "--create", "topic")
    work.commit({"a.md": "a\n"}, "Half of it")
    work.commit({"b.md": "b\n"}, "The other half")
    work.git("switch", "--quiet", "main")
    work.git(
        "merge", "--quiet", "--no-ff", "-m", "Merge pull request #4 from ana/topic\n\nBoth pages", "topic"
    )
    work.commit({"c.md": "c\n"}, "Straight in")
    return work


def aside(work: Checkout, start: str, files: dict[str, str]) -> str:
    """A commit on no branch, made from `start`."""
    work.git("switch", "--quiet", "--detach", start)
    made = work.commit(files)
    work.git("switch", "--quiet", "main")
    return made


def test_each_commit_of_the_branch_is_a_change_against_its_first_parent(checkout: Checkout) -> None:
    with Repository(checkout.folder) as repository:
        pasts = merged(repository, repository.default_branch(), 100)
    assert [(p.number, p.title, p.name if p.number else "") for p in pasts] == [
        (None, "Straight in", ""),
        (4, "Both pages", "#4"),
        (3, "Say what it does", "#3"),
    ]
    assert [p.base for p in pasts] == [checkout.git("rev-parse", f"{p.head}^1") for p in pasts]


def test_a_title_cannot_steer_a_terminal(checkout: Checkout) -> None:
    checkout.commit({"e.md": "e\n"}, "Red \x1b[31m\x1f (#6)")
    with Repository(checkout.folder) as repository:
        (past,) = merged(repository, repository.default_branch(), 1)
    assert (past.number, past.title) == (6, "Red \N{REPLACEMENT CHARACTER}[31m")


def test_only_the_newest_are_taken(checkout: Checkout) -> None:
    with Repository(checkout.folder) as repository:
        assert [p.number for p in merged(repository, repository.default_branch(), 2)] == [None, 4]


def test_pull_requests_that_did_not_go_in_are_those_whose_heads_and_numbers_did_not(
    checkout: Checkout,
) -> None:
    checkout.git("update-ref", "refs/pull/3/head", aside(checkout, "main~3", {"README.md": "squashed\n"}))
    checkout.git("update-ref", "refs/pull/4/head", "topic")
    checkout.git("update-ref", "refs/pull/5/head", aside(checkout, "main~1", {"d.md": "d\n"}))
    with Repository(checkout.folder) as repository:
        (past,) = proposed(repository, repository.default_branch(), 10)
    assert (past.number, past.merged) == (5, False)
    assert past.base == checkout.git("rev-parse", "main~1")


def test_where_no_heads_of_pull_requests_are_it_says_how_to_get_them(checkout: Checkout) -> None:
    with Repository(checkout.folder) as repository, pytest.raises(GitError, match="git fetch origin"):
        proposed(repository, repository.default_branch(), 10)


def test_a_change_that_cannot_be_read_does_not_hide_the_others(checkout: Checkout) -> None:
    with Repository(checkout.folder) as repository:
        good = merged(repository, repository.default_branch(), 1)
    lost = Past("1" * 40, "2" * 40, "Lost", "2026-01-01", 9, True)
    first, second = replay_some(checkout.folder, None, [lost, *good])
    assert first.verdict is None
    assert first.failed
    assert second.verdict is Verdict.DIRECT


def test_processes_say_what_one_says(checkout: Checkout) -> None:
    for number in range(20):
        checkout.commit({f"{number}.md": "x\n"}, f"Page {number} (#{10 + number})")
    with Repository(checkout.folder) as repository:
        pasts = merged(repository, repository.default_branch(), 100)
    chosen = shipped("generic")
    alone, together = (tally(list(replay(checkout.folder, pasts, chosen, jobs))) for jobs in (1, 2))
    assert [(o.past, o.verdict, o.state) for o in alone.outcomes] == [
        (o.past, o.verdict, o.state) for o in together.outcomes
    ]


def outcome(number: int, at: str, *findings: Told, title: str = "A change") -> Outcome:
    stopped = any(f.severity is Severity.BLOCKING for f in findings)
    return Outcome(
        past=Past("1" * 40, f"{number:040}", title, at, number, True),
        seconds=0.1,
        verdict=Verdict.REQUIRED if stopped else Verdict.DIRECT,
        criteria=("helm-values",) if stopped else (),
        state=State.NEEDS_REVISION if stopped else State.READY,
        findings=findings,
    )


BLOCKS = Told("proposal-absent", Severity.BLOCKING, "a.yaml", 3, "This change needs a design proposal.")
HINTS = Told("untested-surface", Severity.OPTIONAL, "a.yaml", 3, "No test goes with `a`.")
LOST = Outcome(past=Past("1" * 40, "9" * 40, "Lost", "2026-02-01", None, True), seconds=0, failed="not there")


def test_counts_are_by_change_and_by_finding() -> None:
    said = tally([outcome(1, "2026-01-05", BLOCKS, BLOCKS), outcome(2, "2026-01-06", BLOCKS, HINTS), LOST])
    assert [(t.rule, t.changes, t.findings, t.seen_in) for t in said.rules] == [
        ("proposal-absent", 2, 3, "#2"),
        ("untested-surface", 1, 1, "#2"),
    ]
    assert (len(said.judged), len(said.stopped), len(said.quiet), len(said.failed)) == (2, 2, 0, 1)


@pytest.mark.parametrize(
    ("days", "months"),
    [
        (["2025-11-30", "2026-02-01"], ["2025-11", "2025-12", "2026-01", "2026-02"]),
        (["1970-01-01", "2026-02-01"], ["1970-01", "2026-02"]),
        (["2026-02-01"], ["2026-02"]),
        ([], []),
    ],
)
def test_months_have_no_gaps_but_those_of_a_wrong_clock(days: list[str], months: list[str]) -> None:
    assert list(tally([outcome(n, day) for n, day in enumerate(days)]).months) == months


@pytest.mark.parametrize("form", FORMS)
def test_every_form_names_what_was_held_back_and_lets_no_title_speak(form: str) -> None:
    said = render(form, tally([outcome(7, "2026-01-05", BLOCKS, title=HOSTILE), LOST]), Paper())
    assert "#7" in said or '"pull_request": 7' in said
    assert "proposal-absent" in said
    assert "not there" in said
    if form == "html":
        assert "<script>" not in said
    if form == "markdown":
        assert not any(live in said for live in ("<script>", "@everyone", " [a]"))
    if form == "json":
        assert json.loads(said)["held_back"] == 1


@pytest.mark.parametrize("form", FORMS)
def test_an_empty_past_is_a_page_too(form: str) -> None:
    assert render(form, tally([]), Paper()).endswith("\n")


@pytest.mark.parametrize("form", FORMS)
def test_only_text_for_a_terminal_is_in_colour(form: str) -> None:
    said = tally([outcome(7, "2026-01-05", BLOCKS)])
    assert "\x1b[" not in render(form, said, Paper())
    assert ("\x1b[" in render(form, said, Paper(colour=True))) is (form == "text")
