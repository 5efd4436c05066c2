"""Which events ask for which work, and which are left alone."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.events import Malformed, Payload, read_payload
from bot.jobs import PULL_REQUEST_ACTIONS, Job, Kind, read_job, sweep_job

APP_ID = 77
SHA = "a" * 40
ORIGIN: dict[str, Any] = {
    "installation": {"id": 5},
    "repository": {"id": 9, "full_name": "octo/app"},
    "sender": {"login": "octocat", "type": "User"},
}
PULL: dict[str, Any] = {"pull_request": {"number": 3, "head": {"sha": SHA}}}
ISSUE: dict[str, Any] = {"issue": {"number": 3, "pull_request": {"url": "x"}}}
CHECK: dict[str, Any] = {"app": {"id": APP_ID, "slug": "design-review"}, "head_sha": SHA, "pull_requests": []}


def job(event: str, **payload: Any) -> Job | None:
    body = json.dumps(ORIGIN | payload).encode()
    return read_job(event, "d-1", read_payload(body), app_id=APP_ID)


def kind(event: str, **payload: Any) -> Kind | None:
    found = job(event, **payload)
    return found.kind if found else None


@pytest.mark.parametrize("action", sorted(PULL_REQUEST_ACTIONS))
def test_a_pull_request_is_reviewed(action: str) -> None:
    found = job("pull_request", action=action, **PULL)
    assert found == Job(
        kind=Kind.REVIEW,
        delivery="d-1",
        name="pull_request",
        action=action,
        installation_id=5,
        repository="octo/app",
        repository_id=9,
        pull_number=3,
        head_sha=SHA,
        sender="octocat",
    )


@pytest.mark.parametrize("action", ["assigned", "locked", "review_requested", "", None])
def test_other_changes_of_a_pull_request_ask_for_nothing(action: str | None) -> None:
    assert job("pull_request", action=action, **PULL) is None


@pytest.mark.parametrize("event", ["ping", "star", "fork", "status", "workflow_run", "release", "issues"])
def test_other_events_ask_for_nothing(event: str) -> None:
    assert job(event, action="created", **PULL, **ISSUE) is None


@pytest.mark.parametrize("action", ["created", "edited", "deleted"])
def test_a_comment_with_a_command_is_read(action: str) -> None:
    found = job("issue_comment", action=action, comment={"id": 4, "body": "Hm.\n\n/design status"}, **ISSUE)
    assert found is not None
    assert (found.kind, found.pull_number, found.comment_id) == (Kind.COMMAND, 3, 4)


def test_a_command_that_was_edited_away_is_read() -> None:
    changed = {"comment": {"id": 4, "body": "never mind"}, "changes": {"body": {"from": "/design waive X y"}}}
    assert kind("issue_comment", action="edited", **changed, **ISSUE) is Kind.COMMAND


def test_talk_asks_for_nothing() -> None:
    assert job("issue_comment", action="created", comment={"id": 4, "body": "/lgtm"}, **ISSUE) is None


def test_a_comment_on_an_issue_asks_for_nothing() -> None:
    comment = {"id": 4, "body": "/design status"}
    assert job("issue_comment", action="created", comment=comment, issue={"number": 3}) is None


def test_commands_count_in_reviews_and_inline_comments() -> None:
    text = {"id": 4, "body": "/design help"}
    assert kind("pull_request_review", action="submitted", review=text, **PULL) is Kind.COMMAND
    assert kind("pull_request_review_comment", action="created", comment=text, **PULL) is Kind.COMMAND


@pytest.mark.parametrize("state", ["approved", "changes_requested", "dismissed", "APPROVED"])
def test_a_deciding_review_is_looked_at(state: str) -> None:
    review = {"id": 4, "body": "", "state": state}
    assert kind("pull_request_review", action="submitted", review=review, **PULL) is Kind.REVIEW


def test_a_remark_in_a_review_asks_for_nothing() -> None:
    review = {"id": 4, "body": "nice", "state": "commented"}
    assert job("pull_request_review", action="submitted", review=review, **PULL) is None


def test_a_resolved_thread_is_looked_at() -> None:
    assert kind("pull_request_review_thread", action="resolved", **PULL) is Kind.REVIEW


@pytest.mark.parametrize(
    "event",
    ["issue_comment", "pull_request_review", "pull_request_review_comment", "pull_request_review_thread"],
)
def test_what_a_bot_says_is_never_a_command(event: str) -> None:
    text = {"id": 4, "body": "/design status", "state": "approved"}
    bot = {"sender": {"login": "design-review[bot]", "type": "Bot"}}
    actions = {"action": "resolved" if event.endswith("thread") else "created"}
    assert job(event, comment=text, review=text, **actions, **PULL, **ISSUE, **bot) is None


def test_what_our_app_wrote_for_a_person_is_not_a_command() -> None:
    comment = {"id": 4, "body": "/design status", "performed_via_github_app": {"id": APP_ID}}
    assert job("issue_comment", action="created", comment=comment, **ISSUE) is None


def test_a_bots_pull_request_is_reviewed() -> None:
    bot = {"sender": {"login": "renovate[bot]", "type": "Bot"}}
    assert kind("pull_request", action="opened", **PULL, **bot) is Kind.REVIEW


def test_re_run_of_a_fork_is_found_by_its_head() -> None:
    for event in ("check_run", "check_suite"):
        found = job(event, action="rerequested", **{event: CHECK})
        assert found is not None
        assert (found.kind, found.pull_number, found.head_sha) == (Kind.RERUN, None, SHA)


def test_re_run_of_a_branch_names_its_pull_request() -> None:
    found = job("check_run", action="rerequested", check_run=CHECK | {"pull_requests": [{"number": 8}]})
    assert found is not None
    assert found.pull_number == 8


def test_re_run_of_another_apps_check_asks_for_nothing() -> None:
    other = CHECK | {"app": {"id": 1, "slug": "other"}}
    assert job("check_run", action="rerequested", check_run=other) is None


def test_re_run_by_ourselves_asks_for_nothing() -> None:
    us = {"sender": {"login": "design-review[bot]", "type": "Bot"}}
    assert job("check_run", action="rerequested", check_run=CHECK, **us) is None


def test_a_pressed_button_is_told_by_its_name() -> None:
    found = job(
        "check_run", action="requested_action", check_run=CHECK, requested_action={"identifier": "recheck"}
    )
    assert found is not None
    assert (found.kind, found.requested_action) == (Kind.REQUESTED_ACTION, "recheck")


@pytest.mark.parametrize("action", ["created", "completed", "requested"])
def test_what_checks_do_by_themselves_asks_for_nothing(action: str) -> None:
    assert job("check_run", action=action, check_run=CHECK) is None
    assert job("check_suite", action=action, check_suite=CHECK) is None


def test_the_merge_queue_is_answered() -> None:
    group = {"head_sha": SHA, "head_ref": "refs/heads/gh-readonly-queue/main/pr-3-abc"}
    found = job("merge_group", action="checks_requested", merge_group=group)
    assert found is not None
    assert (found.kind, found.head_sha, found.ref) == (Kind.MERGE_GROUP, SHA, group["head_ref"])
    assert job("merge_group", action="destroyed", merge_group=group) is None


def test_a_push_to_a_branch_is_looked_at() -> None:
    push = {"ref": "refs/heads/main", "before": "b" * 40, "after": SHA, "deleted": False}
    found = job("push", **push)
    assert found is not None
    assert (found.kind, found.before_sha, found.head_sha) == (Kind.BASE_PUSH, "b" * 40, SHA)


@pytest.mark.parametrize(
    "push",
    [
        {"ref": "refs/tags/v1"},
        {"ref": "refs/heads/main", "deleted": True},
        {"ref": "refs/heads/gh-readonly-queue/main/pr-3-abc"},
    ],
)
def test_other_pushes_ask_for_nothing(push: dict[str, Any]) -> None:
    assert job("push", after=SHA, **push) is None


@pytest.mark.parametrize("event", ["installation", "installation_repositories"])
def test_a_change_of_an_installation_is_looked_at(event: str) -> None:
    assert kind(event, action="added", repository=None) is Kind.INSTALLATION


@pytest.mark.parametrize("missing", ["installation", "repository", "pull_request"])
def test_what_names_no_place_asks_for_nothing(missing: str) -> None:
    assert job("pull_request", **({"action": "opened"} | PULL | {missing: None})) is None


def test_jobs_of_one_pull_request_share_a_lane_also_when_it_is_renamed() -> None:
    before = job("pull_request", action="opened", **PULL)
    after = job("pull_request", action="edited", **PULL, repository={"id": 9, "full_name": "octo/new"})
    assert before is not None
    assert after is not None
    assert (before.lane, before.topic) == (after.lane, after.topic)


@pytest.mark.parametrize(
    ("kind", "then"),
    [
        (Kind.RERUN, Kind.RERUN),
        (Kind.REQUESTED_ACTION, Kind.REQUESTED_ACTION),
        (Kind.BASE_PUSH, Kind.REVIEW),
        (Kind.SWEEP, Kind.REVIEW),
    ],
)
def test_a_follow_up_is_the_same_for_one_pull_request(kind: Kind, then: Kind) -> None:
    first = Job(kind=kind, delivery="d-1", name="t", repository_id=9, head_sha=SHA)
    follow_up = first.follow_up(3)
    assert (follow_up.kind, follow_up.lane, follow_up.delivery) == (then, "9#3", "d-1/3")
    assert first.follow_up(3) == follow_up


def test_pushes_do_not_replace_each_other() -> None:
    pushes = [job("push", ref="refs/heads/main", after=letter * 40) for letter in "ab"]
    assert len({push.lane for push in pushes if push}) == 1
    assert len({push.topic for push in pushes if push}) == 2


def test_sweeps_replace_each_other() -> None:
    assert sweep_job(1.0).topic == sweep_job(2.0).topic
    assert sweep_job(1.0).delivery != sweep_job(2.0).delivery


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'"text"',
        b"null",
        b"\xff\xfe",
        b"payload=%7B%7D",
        b"[" * 100_000,
        b'{"installation":7}',
    ],
)
def test_what_is_no_payload_is_malformed(body: bytes) -> None:
    with pytest.raises(Malformed):
        read_payload(body)


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(
    [*Payload.__struct_fields__, "id", "number", "head", "sha", "app", "body", "pull_requests"]
)
EVENTS = st.sampled_from(
    "pull_request issue_comment pull_request_review check_run check_suite merge_group push".split()
)


@settings(max_examples=200, deadline=None)
@given(EVENTS, st.dictionaries(KEYS, ANY_JSON | st.dictionaries(KEYS, ANY_JSON, max_size=4), max_size=8))
def test_any_json_is_a_job_or_nothing_or_malformed(event: str, payload: dict[str, Any]) -> None:
    try:
        found = read_job(event, "d-1", read_payload(json.dumps(payload).encode()), app_id=APP_ID)
    except Malformed:
        return
    assert found is None or msgspec.json.decode(msgspec.json.encode(found), type=Job) == found
