"""Publishing is a reconcile: what is right stays untouched, what is wrong is mended once."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.commands.answers import Desk
from bot.commands.replay import Ledger, replay
from bot.commands.spec import Rank
from bot.github.state import Pull
from bot.publish.edits import (
    CloseThread,
    Edit,
    EditComment,
    FinishRun,
    PostAnswer,
    PostComment,
    PostFileComment,
    PostReview,
    React,
)
from bot.publish.inline import closing_words
from bot.publish.markers import read_mark
from bot.publish.plan import Manner, plan
from checks.model import Decision, Review, Severity, Suggestion
from tests.unit.bot.publish.github_model import applied
from tests.unit.bot.publish.reviews import change, finding, review
from tests.unit.bot.threads import comment, pull, thread

LOUD = Manner(comments="full")
QUIET = Manner()


def planned(said: Review, state: Pull, manner: Manner = QUIET, **more: bool) -> tuple[Edit, ...]:
    ledger = replay(state, lambda _: Rank.APPROVER, ["vague-test-plan"])
    return plan(said, state, change(), manner, Desk(ledger, said, lambda kind: f"A draft of {kind}."), **more)


def kinds(edits: tuple[Edit, ...]) -> list[str]:
    return [type(e).__name__ for e in edits]


def test_nothing_to_act_on_says_nothing_but_the_verdict() -> None:
    assert kinds(planned(review(), pull())) == ["FinishRun"]


def test_an_unchanged_state_writes_nothing() -> None:
    said = review([finding(1)])
    assert planned(said, applied(pull(), planned(said, pull()))) == ()


def test_the_verdict_comes_last() -> None:
    assert kinds(planned(review([finding(1)]), pull())) == ["PostReview", "PostComment", "FinishRun"]


def test_observe_mode_publishes_a_neutral_check_alone() -> None:
    (edit,) = planned(review([finding(1)]), pull(), Manner(mode="observe"))
    assert isinstance(edit, FinishRun)
    assert edit.conclusion == "neutral"


def test_a_draft_is_left_in_peace() -> None:
    assert kinds(planned(review([finding(1)]), pull(draft=True))) == ["FinishRun"]


def test_comments_can_be_turned_off() -> None:
    assert kinds(planned(review([finding(1)]), pull(), Manner(comments="none"))) == ["FinishRun"]


def test_a_rerun_completes_the_run_again() -> None:
    settled = applied(pull(), planned(review(), pull()))
    (edit,) = planned(review(), settled, renew_run=True)
    assert isinstance(edit, FinishRun)
    assert edit.run == settled.runs[0].id


def test_a_new_head_gets_a_run_of_its_own() -> None:
    settled = applied(pull(), planned(review(), pull()))
    (edit,) = planned(review(), replace(settled, head_sha="c" * 40))
    assert isinstance(edit, FinishRun)
    assert edit.run is None


def test_a_change_of_state_is_said_once_in_a_short_line() -> None:
    settled = applied(pull(), planned(review([finding(1)]), pull()))
    edits = planned(review(), settled)
    said = [e for e in edits if isinstance(e, PostComment)]
    assert len(said) == 1
    assert len(said[0].body) <= 400
    assert planned(review(), applied(settled, edits)) == ()


def test_a_change_of_state_cut_off_after_the_line_is_not_said_twice() -> None:
    settled = applied(pull(), planned(review([finding(1)]), pull()))
    edits = planned(review(), settled)
    cut = applied(settled, edits[: 1 + next(i for i, e in enumerate(edits) if isinstance(e, PostComment))])
    assert not any(isinstance(e, PostComment) for e in planned(review(), cut))


def test_the_line_can_be_turned_off() -> None:
    settled = applied(pull(), planned(review([finding(1)]), pull()))
    edits = planned(review(), settled, Manner(announce=False))
    assert "PostComment" not in kinds(edits)


def test_a_second_copy_of_our_comment_is_taken_away() -> None:
    settled = applied(pull(), planned(review([finding(1)]), pull()))
    doubled = replace(settled, comments=(*settled.comments, replace(settled.comments[0], id=5, node="C_5")))
    assert kinds(planned(review([finding(1)]), doubled)) == ["DeleteComment"]


def test_a_forged_marker_in_somebody_elses_comment_is_not_ours() -> None:
    forged = comment("x\n\n<!-- design-review:review state=ready changes=0 -->", by="mallory")
    assert "PostComment" in kinds(planned(review([finding(1)]), pull(forged)))


def test_a_finding_outside_the_diff_lines_goes_to_its_file_and_elsewhere_to_the_summary() -> None:
    said = review([finding(1, "old.md", 3), finding(2, "untouched.md", 3), finding(3, "old.md", 31)])
    edits = planned(said, pull())
    assert [e.path for e in edits if isinstance(e, PostFileComment)] == ["old.md"]
    (posted,) = [e for e in edits if isinstance(e, PostReview)]
    assert [(c.path, c.line, c.start_line) for c in posted.comments] == [("old.md", 31, None)]


def test_at_most_twenty_at_once_the_worst_first() -> None:
    mild = [finding(n, severity=Severity.OPTIONAL) for n in range(30)]
    edits = planned(review([finding(99), *mild]), pull())
    (posted,) = [e for e in edits if isinstance(e, PostReview)]
    assert len(posted.comments) == 20
    assert "Fault 99" in posted.comments[0].body


def test_a_suggestion_covers_its_own_lines_with_a_longer_fence() -> None:
    mend = Suggestion("a.md", 3, 4, "```yaml\nkey: 1\n```")
    (posted, *_) = planned(review([finding(1, line=3, suggestion=mend)]), pull())
    assert isinstance(posted, PostReview)
    inline = posted.comments[0]
    assert (inline.start_line, inline.line) == (3, 4)
    assert "````suggestion\n```yaml\nkey: 1\n```\n````" in inline.body


def test_a_thread_is_closed_with_a_word_when_its_cause_is_gone() -> None:
    settled = applied(pull(), planned(review([finding(1)]), pull()))
    closing = [e for e in planned(review(), settled) if isinstance(e, CloseThread)]
    assert [e.lonely for e in closing] == [True]


def test_a_finding_that_is_back_after_we_resolved_it_is_posted_again() -> None:
    settled = applied(pull(), planned(review([finding(1)]), pull()))
    mended = applied(settled, planned(review(), settled))
    assert "PostReview" in kinds(planned(review([finding(1)]), mended))


def test_a_thread_that_a_person_resolved_is_neither_reopened_nor_posted_again() -> None:
    settled = applied(pull(), planned(review([finding(1)]), pull()))
    resolved = replace(
        settled, threads=tuple(replace(t, resolved=True, resolved_by="ann") for t in settled.threads)
    )
    assert planned(review([finding(1)]), resolved) == ()


def test_a_thread_that_we_may_not_resolve_gets_a_word_once() -> None:
    settled = applied(pull(), planned(review([finding(1)]), pull()))
    mine, reply = settled.threads[0], comment("Why?", by="ann")
    answered = replace(settled, threads=(replace(mine, comments=(*mine.comments, reply)),))
    (closing,) = [e for e in planned(review(), answered) if isinstance(e, CloseThread)]
    assert not closing.lonely
    word = comment(closing_words(resolved=False), by="design-review", ours=True)
    said = replace(settled, threads=(replace(mine, comments=(*mine.comments, reply, word)),))
    assert not [e for e in planned(review(), said) if isinstance(e, CloseThread)]


def test_a_thread_of_somebody_else_is_left_alone() -> None:
    other = thread(comment("a\n\n<!-- design-review:finding id=1 -->", by="mallory"))
    assert kinds(planned(review(), pull(threads=(other,)))) == ["FinishRun"]


def test_a_command_is_acknowledged_and_answered_once() -> None:
    state = pull(comment("/design status"), comment("/design waive nonsense", by="olga"))
    edits = planned(review(), state)
    assert [e.content for e in edits if isinstance(e, React)] == ["THUMBS_UP", "CONFUSED"]
    assert len([e for e in edits if isinstance(e, PostAnswer)]) == 2
    assert planned(review(), applied(state, edits)) == ()


def test_no_line_that_we_post_begins_with_a_slash() -> None:
    asked = Decision(id="D-1", question="/approve or /lgtm?", path="a.md", line=1)
    said = review([finding(1, message="/hold\n/approve `x`")], [asked])
    state = pull(*(comment(f"/design {v}") for v in ("help", "status", "next", "explain vague-test-plan")))
    for edit in planned(said, state):
        for text in _texts(edit):
            assert not any(line.lstrip(" >`*").startswith("/") for line in text.splitlines()), text


def _texts(edit: Edit) -> list[str]:
    match edit:
        case FinishRun():
            return [edit.output.title, edit.output.summary, edit.output.text]
        case PostReview():
            return [c.body for c in edit.comments]
        case PostComment() | EditComment() | PostAnswer() | PostFileComment():
            return [edit.body]
        case _:
            return []


FINDINGS = st.lists(st.integers(1, 40), max_size=25, unique=True)
STEPS = st.lists(st.tuples(FINDINGS, st.booleans(), st.integers(0, 6)), min_size=1, max_size=6)


@settings(max_examples=60, deadline=None)
@given(STEPS)
def test_whatever_happens_the_plan_after_apply_is_empty(steps: list[tuple[list[int], bool, int]]) -> None:
    """Reviews change, heads move, and the publisher is cut off after any edit."""
    state = pull()
    for number, (numbers, moved, cut) in enumerate(steps):
        if moved:
            state = replace(state, head_sha=f"{number:040x}")
        said = review(finding(n) for n in numbers)
        state = applied(state, planned(said, state)[:cut])
        state = applied(state, planned(said, state))
        assert planned(said, state) == ()
        marks = [read_mark(c.body) for c in state.comments]
        assert sum(m is not None and m[0] == "review" for m in marks) <= 1
        open_threads = [t for t in state.threads if not t.resolved]
        names = [m[1]["id"] for m in (read_mark(t.comments[0].body) for t in open_threads) if m]
        assert len(names) == len(set(names))
        assert len([r for r in state.runs if r.head_sha == state.head_sha]) == 1


def test_an_empty_ledger_owes_nothing() -> None:
    assert Desk(Ledger(), review(), str).edits() == []
