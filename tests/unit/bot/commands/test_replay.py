"""The thread decides: who said what counts, and until when."""

from __future__ import annotations

import pytest

from bot.commands.replay import Ledger, replay
from bot.commands.spec import Rank
from checks.model import Verdict
from tests.unit.bot.threads import comment, pull

RULES = ("vague-test-plan", "missing-section")
RANKS = {"olga": Rank.APPROVER, "ann": Rank.CONTRIBUTOR}
FINDING = "0123456789abcdef"


def ledger_of(*comments: object) -> Ledger:
    return replay(pull(*comments), lambda login: RANKS.get(login, Rank.ANYONE), RULES)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "said",
    [
        comment("/design waive vague-test-plan fine", by="github-actions", bot=True),
        comment("/design waive vague-test-plan fine", by=None),
        comment("/design waive vague-test-plan fine", by="olga", ours=True),
        comment("just words", by="olga"),
    ],
)
def test_nobody_else_gives_commands(said: object) -> None:
    assert ledger_of(said).given == []


@pytest.mark.parametrize(
    ("body", "by", "why"),
    [
        ("/design waive vague-test-plan fine", "ann", "is for approvers"),
        ("/design classify direct because", "stranger", "is for approvers"),
        ("/design recheck", "stranger", "is for the pull request's author"),
        ("/design recheck now", "olga", "takes no text"),
        ("/design wave vague-test-plan x", "olga", "Did you mean `waive`?"),
        ("/design waive vague-test-plan", "olga", "needs a reason"),
        ("/design waive", "olga", "needs the id"),
        ("/design waive vague-test x", "olga", "Did you mean `vague-test-plan`?"),
        ("/design unwaive nothing", "olga", "no rule or finding"),
        ("/design classify maybe x", "olga", "needs `required` or `direct`"),
        ("/design classify direct", "olga", "needs a reason"),
        ("/design decide yes", "olga", "needs a decision"),
        ("/design decide D-4", "olga", "needs an answer"),
        ("/design draft poem", "olga", "needs one kind"),
        ("/design explain", "ann", "needs the name"),
    ],
)
def test_refused_with_one_sentence(body: str, by: str, why: str) -> None:
    ledger = ledger_of(comment(body, by=by))
    assert why in str(ledger.given[0].refused)
    assert not ledger.waivers
    assert not ledger.answers
    assert ledger.override is None


def test_an_edit_by_somebody_else_takes_the_commands_away() -> None:
    ledger = ledger_of(comment(f"/design waive {FINDING} ok", by="olga", edited_by_other=True))
    assert "Somebody else edited" in str(ledger.given[0].refused)
    assert not ledger.waivers


def test_a_waiver_names_who_why_and_where() -> None:
    said = comment(f"/design waive {FINDING} tested by hand last week", by="olga")
    waiver = ledger_of(said).waivers[FINDING]
    assert (waiver.by, waiver.reason, waiver.url) == ("olga", "tested by hand last week", said.url)


def test_a_waiver_is_taken_back() -> None:
    ledger = ledger_of(
        comment(f"/design waive {FINDING} ok", by="olga"), comment(f"/design unwaive {FINDING}", by="olga")
    )
    assert not ledger.waivers


def test_a_waiver_of_a_rule_covers_what_our_answer_listed() -> None:
    said = comment("/design waive vague-test-plan ok", by="olga")
    assert list(ledger_of(said).waivers) == ["vague-test-plan"]
    key = ledger_of(said).given[0].key
    answer = f"Waived.\n\n<!-- design-review:answer to={key[0]} command={key[1]} bound={FINDING} -->"
    assert list(ledger_of(said, comment(answer, by="bot", bot=True, ours=True)).waivers) == [FINDING]
    assert list(ledger_of(said, comment(answer, by="mallory")).waivers) == ["vague-test-plan"]


def test_the_last_word_on_the_classification_holds() -> None:
    ledger = ledger_of(
        comment("/design classify required new mode", by="olga"),
        comment("/design classify direct it is a fix", by="olga"),
        comment("/design classify required no", by="ann"),
    )
    assert ledger.override is not None
    assert (ledger.override.verdict, ledger.override.reason) == (Verdict.DIRECT, "it is a fix")


def test_a_decision_is_answered() -> None:
    ledger = ledger_of(comment("/design decide d-12 the Helm value", by="olga"))
    assert ledger.answers["D-12"].text == "the Helm value"


def test_the_rank_is_asked_only_where_it_matters() -> None:
    asked: list[str] = []

    def rank(login: str) -> Rank:
        asked.append(login)
        return Rank.APPROVER

    replay(pull(comment("/design status"), comment("/design help")), rank, RULES)
    assert asked == []
