"""From a pull request to what GitHub shows: the right things, once, with few calls."""

from __future__ import annotations

from collections.abc import Callable

from bot.jobs import Job, Kind
from tests.end_to_end.world import NAME, PROPOSAL, World
from workers.outcomes import Done


def without(document: str, heading: str) -> str:
    """The document without one section."""
    start = document.index(f"{heading}\n")
    end = document.find("\n#", start + 1)
    return document[:start] + (document[end + 1 :] if end > 0 else "")


def test_a_change_without_contract_passes_in_silence(world: World) -> None:
    sha = world.branch("docs", {"README.md": "# Driver\n"})
    pull = world.open("docs")
    with world.counted() as calls:
        world.settle(pull)
    assert [c.split()[0] for c in calls] == ["POST", "POST", "PATCH"], calls
    (run,) = world.runs(sha)
    assert (run.status, run.conclusion) == ("completed", "success")
    assert world.ours(pull) == []


def test_an_unchanged_state_costs_one_read(world: World) -> None:
    world.branch("docs", {"README.md": "# Driver\n"})
    pull = world.open("docs")
    world.settle(pull)
    with world.counted() as calls:
        world.settle(pull)
    assert len(calls) == 1, calls
    assert "graphql" in calls[0]


def test_a_new_gate_without_a_proposal_needs_revision(world: World) -> None:
    sha = world.branch("gate", world.with_gate())
    pull = world.open("gate")
    world.settle(pull)
    (run,) = world.runs(sha)
    assert run.conclusion == "failure"
    assert "feature gate" in run.output.summary
    (said,) = world.ours(pull)
    assert "needs a design proposal" in said


def test_said_twice_or_late_changes_nothing(world: World) -> None:
    world.branch("gate", world.with_gate())
    pull = world.open("gate")
    world.settle(pull)
    before = (world.ours(pull), [c.body for c in world.inline(pull)])
    for kind in (Kind.REVIEW, Kind.COMMAND, Kind.REVIEW):
        world.settle(pull, kind)
    assert (world.ours(pull), [c.body for c in world.inline(pull)]) == before


def test_a_complete_proposal_is_ready(world: World) -> None:
    sha = world.branch("proposal", world.with_proposal())
    pull = world.open("proposal", title="Proposal: shared slots")
    world.settle(pull)
    (run,) = world.runs(sha)
    assert run.conclusion == "success", run.output.text


def test_a_gap_is_shown_at_its_line_and_closed_when_mended(world: World) -> None:
    whole = world.with_proposal()
    world.branch("proposal", {PROPOSAL: without(str(whole[PROPOSAL]), "### Non-goals")})
    pull = world.open("proposal", title="Proposal: shared slots")
    world.settle(pull)
    assert any("Non-goals" in c.body for c in world.inline(pull))
    sha = world.branch("proposal", whole)
    world.settle(pull)
    (run,) = world.runs(sha)
    assert run.conclusion == "success", run.output.text
    threads = world.repository.pulls[pull.number].threads
    assert threads
    assert all(t.resolved_by for t in threads)
    assert len(world.ours(pull)) == 2
    assert len(world.ours(pull)[1]) <= 400


def test_an_approver_at_the_base_waives_and_nobody_else(world: World) -> None:
    sha = world.branch("gate", {**world.with_gate(), "OWNERS": "approvers:\n  - author\n"})
    pull = world.open("gate")
    world.settle(pull)
    for login in ("author", "stranger"):
        world.say(pull, "/design waive proposal-absent tiny", by=login)
    world.settle(pull, Kind.COMMAND)
    assert world.runs(sha)[0].conclusion == "failure"
    assert sum("is for approvers" in body for body in world.ours(pull)) == 2
    world.say(pull, "/design waive proposal-absent agreed in the meeting", by="ana")
    world.settle(pull, Kind.COMMAND)
    assert world.runs(sha)[0].conclusion == "success"


def test_an_override_falls_when_its_reasons_change(world: World) -> None:
    world.branch("gate", world.with_gate())
    pull = world.open("gate")
    world.settle(pull)
    world.say(pull, "/design classify direct it only renames", by="ana")
    world.settle(pull, Kind.COMMAND)
    sha = world.branch("gate", world.with_gate("OtherSharing"), start="gate")
    assert world.runs(sha) == []
    world.settle(pull)
    assert world.runs(sha)[0].conclusion == "failure"


def test_a_rerun_completes_again(world: World) -> None:
    sha = world.branch("docs", {"README.md": "# Driver\n"})
    pull = world.open("docs")
    world.settle(pull)
    (before,) = world.runs(sha)
    with world.counted() as calls:
        world.settle(pull, Kind.RERUN)
    assert [c.split()[0] for c in calls] == ["POST", "PATCH"], calls
    (after,) = world.runs(sha)
    assert (after.id, after.conclusion) == (before.id, "success")


def test_observe_mode_says_nothing_unless_asked(make_world: Callable[..., World]) -> None:
    world = make_world(mode="observe")
    sha = world.branch("gate", world.with_gate())
    pull = world.open("gate")
    world.settle(pull)
    assert world.runs(sha)[0].conclusion == "neutral"
    assert world.ours(pull) == []
    world.say(pull, "/design status", by="stranger")
    world.settle(pull, Kind.COMMAND)
    (answer,) = world.ours(pull)
    assert "needs a design proposal" in answer


def test_a_closed_pull_request_is_left_alone(world: World) -> None:
    sha = world.branch("docs", {"README.md": "# Driver\n"})
    pull = world.open("docs")
    pull.edit(state="closed")
    world.settle(pull)
    assert world.runs(sha) == []


def test_a_rename_is_followed(world: World) -> None:
    sha = world.branch("docs", {"README.md": "# Driver\n"})
    pull = world.open("docs")
    world.sandbox.rename(world.repository, "renamed")
    world.settle(pull)
    runs = world.person("author").get_repo("example-org/renamed").get_commit(sha).get_check_runs()
    assert [r.conclusion for r in runs] == ["success"]


def test_the_sweep_reviews_a_head_without_a_verdict(world: World) -> None:
    sha = world.branch("docs", {"README.md": "# Driver\n"})
    world.open("docs")
    outcome = world.pipeline(world.job(kind=Kind.SWEEP))
    for job in outcome.follow_ups:
        world.pipeline(job)
    assert world.runs(sha)[0].conclusion == "success"
    again = world.pipeline(world.job(kind=Kind.SWEEP))
    assert again.follow_ups == ()


def test_a_token_reaches_no_file(world: World) -> None:
    world.branch("docs", {"README.md": "# Driver\n"})
    world.settle(world.open("docs"))
    files = [f for f in world.settings.data_dir.rglob("*") if f.is_file()]
    assert files
    assert not [f for f in files if b"ghs_" in f.read_bytes() or b"x-access-token" in f.read_bytes()]


def test_a_waiver_of_a_rule_covers_what_stood_then(world: World) -> None:
    whole = str(world.with_proposal()[PROPOSAL])
    world.branch("proposal", {PROPOSAL: without(whole, "### Non-goals")})
    pull = world.open("proposal", title="Proposal: shared slots")
    world.settle(pull)
    world.say(pull, "/design waive missing-section it follows", by="ana")
    world.settle(pull, Kind.COMMAND)
    sha = world.branch("proposal", {PROPOSAL: without(without(whole, "### Non-goals"), "## Drawbacks")})
    world.settle(pull)
    (run,) = world.runs(sha)
    assert run.conclusion == "failure"
    assert "Waived by `ana`" in run.output.text
    assert "Drawbacks" in run.output.text.split("Waived")[0]


def test_a_number_that_another_open_pull_request_takes(world: World) -> None:
    world.branch("other", {PROPOSAL.replace("shared-slots", "other-idea"): "# 0003 — Other idea\n"})
    first = world.open("other")
    sha = world.branch("proposal", world.with_proposal())
    world.settle(world.open("proposal", title="Proposal: shared slots"))
    (run,) = world.runs(sha)
    assert "number-taken" in run.output.text
    assert f"pull request {first.number}" in run.output.text


def test_one_head_of_two_pull_requests_has_one_run_with_the_worst_verdict(world: World) -> None:
    sha = world.branch("gate", world.with_gate())
    world.git("branch", "release", "main")
    world.sandbox.sync()
    first = world.open("gate")
    repository = world.person("author").get_repo(NAME)
    second = repository.create_pull(base="release", head="gate", title="Proposal-free", body="")
    world.settle(first)
    world.settle(second)
    (run,) = world.runs(sha)
    assert run.conclusion == "failure"
    assert f"pull request {first.number}" in run.output.title
    assert f"pull request {second.number}" in run.output.title
    with world.counted() as calls:
        world.settle(first)
        world.settle(second)
    assert not [c for c in calls if c.startswith("PATCH")], calls


def test_a_missing_permission_costs_a_comment_and_never_the_verdict(world: World) -> None:
    for granted in ("issues", "pull_requests"):  # either lets an App comment on a pull request
        world.sandbox.site.app.permissions[granted] = "read"
    sha = world.branch("gate", world.with_gate())
    pull = world.open("gate")
    world.settle(pull)
    assert world.runs(sha)[0].conclusion == "failure"
    assert world.ours(pull) == []


def test_a_faulty_answer_is_tried_again_and_says_nothing_twice(world: World) -> None:
    world.branch("gate", world.with_gate())
    pull = world.open("gate")
    world.sandbox.faults.add("502", one_in=3, times=12, seed=3)
    world.sandbox.faults.add("cut-after", one_in=4, times=6, method="POST", seed=5)
    for _ in range(40):
        if isinstance(world.review(pull), Done):
            break
    world.sandbox.faults.clear()
    world.settle(pull)
    assert len(world.ours(pull)) == 1
    assert len({c.body for c in world.inline(pull)}) == len(world.inline(pull))


def follow(world: World, job: Job) -> list[int | None]:
    """Runs a job and what follows from it; the pull requests that were looked at."""
    outcome = world.pipeline(job)
    assert isinstance(outcome, Done), outcome
    for next_job in outcome.follow_ups:
        assert isinstance(world.pipeline(next_job), Done)
    return [j.pull_number for j in outcome.follow_ups]


def pushed(world: World, files: dict[str, str | None]) -> Job:
    """A push to main."""
    before = world.git("rev-parse", "main")
    after = world.branch("main", files)
    return world.job(kind=Kind.BASE_PUSH, ref="refs/heads/main", before_sha=before, head_sha=after)


def test_a_push_to_main_reviews_again_only_where_it_moves_the_rules(world: World) -> None:
    world.branch("gate", world.with_gate())
    pull = world.open("gate", body="Implements proposal 0003.")
    world.settle(pull)
    assert follow(world, pushed(world, {"README.md": "# New\n"})) == []
    agreed = str(world.with_proposal()[PROPOSAL]).replace("provisional", "implementable", 1)
    assert follow(world, pushed(world, {PROPOSAL: agreed})) == [pull.number]
    (run,) = world.runs(pull.head.sha)
    assert "proposal-absent" not in run.output.text


def test_a_rerun_of_a_commit_finds_its_pull_requests(world: World) -> None:
    sha = world.branch("docs", {"README.md": "# Driver\n"})
    pull = world.open("docs")
    job = world.job(kind=Kind.RERUN, head_sha=sha)
    assert follow(world, job) == [pull.number]
    assert world.runs(sha)[0].conclusion == "success"


def test_a_merge_group_gets_a_verdict_on_its_own_head(world: World) -> None:
    world.branch("gate", world.with_gate())
    pull = world.open("gate")
    world.git("checkout", "-q", "-B", "queue", "main")
    world.git("merge", "-q", "--no-ff", "-m", f"Merge pull request #{pull.number} from x/gate", "gate")
    sha = world.git("rev-parse", "HEAD")
    world.git("checkout", "-q", "main")
    ref = f"refs/heads/gh-readonly-queue/main/pr-{pull.number}-{'a' * 40}"
    world.git("update-ref", ref, sha)
    world.sandbox.sync()
    job = world.job(kind=Kind.MERGE_GROUP, ref=ref, head_sha=sha)
    for _ in range(2):
        assert isinstance(world.pipeline(job), Done)
    (run,) = world.runs(sha)
    assert (run.status, run.conclusion) == ("completed", "failure")


def test_two_proposals_of_one_number_meet_in_the_queue(world: World) -> None:
    other = PROPOSAL.replace("shared-slots", "other-idea")
    pulls = []
    for name, path in (("one", PROPOSAL), ("two", other)):
        world.branch(name, {path: str(world.with_proposal()[PROPOSAL])})
        pulls.append(world.open(name))
    world.git("checkout", "-q", "-B", "queue", "main")
    for name, pull in zip(("one", "two"), pulls, strict=True):
        world.git("merge", "-q", "--no-ff", "-m", f"Merge pull request #{pull.number} from x/{name}", name)
    sha = world.git("rev-parse", "HEAD")
    world.git("checkout", "-q", "main")
    ref = f"refs/heads/gh-readonly-queue/main/pr-{pulls[1].number}-{'a' * 40}"
    world.git("update-ref", ref, sha)
    world.sandbox.sync()
    assert isinstance(world.pipeline(world.job(kind=Kind.MERGE_GROUP, ref=ref, head_sha=sha)), Done)
    (run,) = world.runs(sha)
    assert run.conclusion == "failure"
    assert "number-taken" in run.output.text


def test_a_draft_is_given_where_it_is_asked_for_and_once(world: World) -> None:
    world.branch("gate", world.with_gate())
    pull = world.open("gate", title="Share slots")
    world.say(pull, "/design draft proposal", by="author")
    world.say(pull, "/design draft plan", by="stranger")
    for _ in range(2):
        world.settle(pull, Kind.COMMAND)
    said = world.ours(pull)
    assert sum("0003-share-slots.md" in body for body in said) == 1
    assert sum("is for the pull request's author" in body for body in said) == 1


def test_the_button_posts_a_draft_once(world: World) -> None:
    world.branch("gate", world.with_gate())
    pull = world.open("gate", title="Share slots")
    job = world.job(pull.number, Kind.REQUESTED_ACTION, requested_action="draft")
    for _ in range(2):
        assert isinstance(world.pipeline(job), Done)
    assert sum("A draft for" in body for body in world.ours(pull)) == 1


def test_a_name_that_only_a_vendored_copy_has_is_there(world: World) -> None:
    """The bare copy leaves vendored contents out until somebody asks for them."""
    world.branch(
        "main", {"vendor/example.org/cache/reflector.go": "package cache\n\ntype ListReflector struct{}\n"}
    )
    text = str(world.with_proposal()[PROPOSAL])
    named = "## Design\n\nThe plugin reuses the existing `ListReflector`, and the existing `NowhereAtAll`.\n"
    sha = world.branch("proposal", {PROPOSAL: text.replace("## Design\n", named, 1)})
    world.settle(world.open("proposal", title="Proposal: shared slots"))
    (run,) = world.runs(sha)
    assert "`NowhereAtAll` is not in the tree" in run.output.text
