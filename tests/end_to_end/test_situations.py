"""What happens to pull requests in their lives: the check stays right, once, and people are left in peace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from github.PullRequest import PullRequest

from bot.jobs import Kind
from bot.sandbox import checks, comments, pulls, reviews
from tests.doubles.repositories import Checkout
from tests.end_to_end.world import NAME, PROPOSAL, World


def gate(world: World, **more: Any) -> PullRequest:
    """A reviewed pull request that lacks its proposal."""
    world.branch("gate", world.with_gate())
    pull = world.open("gate", **more)
    world.settle(pull)
    return pull


def shown(world: World, pull: PullRequest) -> tuple[list[str | None], list[str], list[str]]:
    """Conclusions of the runs on the head, what we said in the conversation, and inline."""
    runs = world.runs(world.repository.pulls[pull.number].head_sha)
    return [r.conclusion for r in runs], world.ours(pull), [c.body for c in world.inline(pull)]


def quiet(world: World, pull: PullRequest) -> None:
    """The next look at the same state only reads, once more where a new proposal asks for taken numbers."""
    with world.counted() as calls:
        world.settle(pull)
    assert calls in (["POST /graphql 200"], ["POST /graphql 200"] * 2), calls
    assert "mutation" not in str(list(world.sandbox.journal)[-1].body)


def test_a_retarget_is_judged_against_the_new_base(world: World) -> None:
    world.branch("release", world.with_gate())
    pull = gate(world)
    assert shown(world, pull)[0] == ["failure"]
    world.branch("gate", {"README.md": "# New\n"}, "release")
    world.settle(pull)
    assert shown(world, pull)[0] == ["failure"]
    pull.edit(base="release")
    world.settle(pull)
    assert shown(world, pull)[0] == ["success"]
    quiet(world, pull)


def test_a_force_push_and_a_rebase_say_nothing_twice(world: World) -> None:
    pull = gate(world)
    before = shown(world, pull)
    world.branch("main", {"README.md": "# Main went on\n"})
    world.branch("gate", world.with_gate())
    world.settle(pull)
    assert shown(world, pull) == before
    world.branch("gate", {"README.md": "# Docs only\n"})
    world.settle(pull)
    conclusions, said, _ = shown(world, pull)
    assert conclusions == ["success"]
    assert len(said) == 2
    world.branch("gate", world.with_gate())
    world.settle(pull)
    assert shown(world, pull)[0] == ["failure"]
    assert len(world.ours(pull)) == 3
    quiet(world, pull)


def test_a_draft_is_told_when_it_is_ready_and_nothing_twice(world: World) -> None:
    pull = gate(world, draft=True)
    assert shown(world, pull) == (["failure"], [], [])
    site, held = world.sandbox.site, world.repository.pulls[pull.number]
    for draft, said in ((False, 1), (True, 1), (False, 1)):
        pulls.drafted(site, held, held.author, draft)
        world.settle(pull)
        assert len(world.ours(pull)) == said
    quiet(world, pull)


def test_a_reopened_pull_request_is_looked_at_again(world: World) -> None:
    pull = gate(world)
    pull.edit(state="closed")
    sha = world.branch("gate", {"README.md": "# x\n"})
    world.settle(pull)
    assert world.runs(sha) == []
    world.repository.pulls[pull.number].head_sha = sha
    pull.edit(state="open")
    world.settle(pull)
    assert shown(world, pull)[0] == ["success"]


def test_a_fork_and_a_deleted_fork_are_reviewed_by_the_pull_requests_own_ref(world: World) -> None:
    fork = world.sandbox.fork(world.repository, "author")
    work = Checkout(world.work.parent / "fork")
    work.git("fetch", "--quiet", str(world.work), "main")
    work.git("reset", "--quiet", "--hard", "FETCH_HEAD")
    sha = work.commit(dict(world.with_gate()))
    work.git("push", "--quiet", str(fork.git.path), "HEAD:refs/heads/topic")
    world.sandbox.sync()
    repository = world.person("author").get_repo(NAME)
    pull = repository.create_pull(base="main", head="author:topic", title="From a fork", body="")
    world.repository.pulls[pull.number].head_repository = None
    world.settle(pull)
    assert [r.conclusion for r in world.runs(sha)] == ["failure"]
    assert len(world.ours(pull)) == 1


def test_what_the_branch_is_called_is_only_a_name(world: World) -> None:
    for number, name in enumerate(("--output=x", "-f", "a'b\"c", "x;id", "$(id)", "ü/💥", "refs/heads/x")):
        sha = world.git("commit-tree", "-p", "main", "-m", "x", world.tree({f"docs/{number}.md": "# x\n"}))
        world.git("update-ref", f"refs/heads/{name}", sha)
        world.sandbox.sync()
        pull = world.open(name)
        world.settle(pull)
        assert [r.conclusion for r in world.runs(sha)] == ["success"], name


def test_a_run_that_a_person_deleted_is_made_again(world: World) -> None:
    pull = gate(world)
    world.repository.suites[-1].runs.clear()
    world.settle(pull)
    assert shown(world, pull)[0] == ["failure"]
    assert len(world.ours(pull)) == 1


def test_a_second_run_never_says_something_better(world: World) -> None:
    pull = gate(world)
    site = world.sandbox.site
    asked = {
        "name": "design-review",
        "head_sha": pull.head.sha,
        "status": "completed",
        "conclusion": "success",
    }
    checks.created(site, world.repository, site.app, asked)
    world.settle(pull)
    held = [r for s in world.repository.suites for r in s.runs if s.head_sha == pull.head.sha]
    assert [r.conclusion for r in held] == ["failure", "failure"]
    quiet(world, pull)


def test_a_run_that_we_renewed_has_each_annotation_once(world: World) -> None:
    pull = gate(world)
    (run,) = [r for s in world.repository.suites for r in s.runs]
    before = [dict(a) for a in run.annotations]
    assert before
    world.settle(pull, Kind.RERUN)
    world.say(pull, "/design classify required for sure", by="ana")
    world.settle(pull, Kind.COMMAND)
    assert run.annotations == before


def test_our_comment_deleted_by_a_person_is_written_again_and_doubled_is_one_again(world: World) -> None:
    pull = gate(world)
    site, held = world.sandbox.site, world.repository.pulls[pull.number]
    comments.deleted(site, held.comments[0], site.state.account("keeper"))
    world.settle(pull)
    (body,) = world.ours(pull)
    comments.commented(site, held, site.app.bot, body)
    world.settle(pull)
    assert world.ours(pull) == [body]
    comments.edited(site, held.comments[0], site.state.account("keeper"), "Never mind.\n\n" + body[-60:])
    world.settle(pull)
    assert world.ours(pull) == [body]
    quiet(world, pull)


@pytest.mark.parametrize("by", ["keeper", "author"])
def test_a_thread_that_a_person_resolved_stays_so(world: World, by: str) -> None:
    whole = str(world.with_proposal()[PROPOSAL])
    world.branch("proposal", {PROPOSAL: whole.replace("### Non-goals", "### Others", 1)})
    pull = world.open("proposal", title="Proposal: shared slots")
    world.settle(pull)
    site, threads = world.sandbox.site, world.repository.pulls[pull.number].threads
    assert threads
    for thread in list(threads):
        reviews.resolved(site, thread, site.state.account(by), site.state.account(by))
    world.branch("proposal", {"README.md": "# more\n"}, "proposal")
    world.settle(pull)
    assert len(threads) == len(world.inline(pull))
    assert all(t.resolved_by.login == by for t in threads)
    quiet(world, pull)


def test_a_thread_with_an_answer_is_closed_with_a_word_and_never_deleted(world: World) -> None:
    whole = str(world.with_proposal()[PROPOSAL])
    world.branch("proposal", {PROPOSAL: whole.replace("### Non-goals", "### Others", 1)})
    pull = world.open("proposal", title="Proposal: shared slots")
    world.settle(pull)
    theirs, first = world.person("author").get_repo(NAME).get_pull(pull.number), world.inline(pull)[0]
    theirs.create_review_comment_reply(first.id, "I wonder.")
    world.branch("proposal", {PROPOSAL: whole})
    world.settle(pull)
    bodies = [c.body for t in world.repository.pulls[pull.number].threads for c in t.comments]
    assert "I wonder." in bodies
    assert any(b.startswith("Resolved: this is no longer found.") for b in bodies)
    quiet(world, pull)


def test_without_the_right_to_resolve_the_comment_is_hidden_and_said_so(world: World) -> None:
    world.sandbox.site.app.permissions["contents"] = "read"
    whole = str(world.with_proposal()[PROPOSAL])
    world.branch("proposal", {PROPOSAL: whole.replace("### Non-goals", "### Others", 1)})
    pull = world.open("proposal", title="Proposal: shared slots")
    world.settle(pull)
    world.branch("proposal", {PROPOSAL: whole})
    world.settle(pull)
    threads = world.repository.pulls[pull.number].threads
    assert threads
    assert all(t.comments[0].minimized == "resolved" and t.resolved_by is None for t in threads)
    assert all(t.comments[1].body.startswith("This is no longer found. Please resolve it.") for t in threads)
    quiet(world, pull)


def test_the_recheck_button_completes_the_run_again(world: World) -> None:
    pull = gate(world)
    with world.counted() as calls:
        world.settle(pull, Kind.REQUESTED_ACTION, requested_action="recheck")
    assert [c.split()[0] for c in calls] == ["POST", "PATCH"], calls


def test_new_repositories_of_an_installation_are_looked_at(world: World) -> None:
    sha = world.branch("docs", {"README.md": "# x\n"})
    world.open("docs")
    outcome = world.pipeline(world.job(kind=Kind.INSTALLATION))
    for job in outcome.follow_ups:
        world.pipeline(job)
    assert [r.conclusion for r in world.runs(sha)] == ["success"]


def test_a_push_to_main_that_changes_the_settings_is_felt(world: World) -> None:
    pull = gate(world)
    before = world.git("rev-parse", "main")
    after = world.branch("main", {".github/design-review.yaml": "mode: observe\n"})
    job = world.job(kind=Kind.BASE_PUSH, ref="refs/heads/main", before_sha=before, head_sha=after)
    for follow in world.pipeline(job).follow_ups:
        world.pipeline(follow)
    assert shown(world, pull)[0] == ["neutral"]


def test_enterprise_servers_addresses_are_settings(make_world: Callable[..., World]) -> None:
    world = make_world(check_name="Design Review (GHES)")
    assert world.settings.github_api_url.endswith("/api/v3")
    pull = gate(world)
    assert [r.name for r in world.runs(pull.head.sha)] == ["Design Review (GHES)"]
    routes = {one.path.split("/repos/")[0] for one in world.sandbox.journal}
    assert {"/api/v3", "/api/graphql"} <= routes


def test_links_and_odd_paths_are_read_as_data(world: World) -> None:
    """A link shows nothing of the machine, and a path with a line break or quotes stays one path."""
    (world.work.parent / "secret").write_text("hunter2\n")
    world.git("checkout", "-q", "-B", "links", "main")
    for path, target in (
        (PROPOSAL, "../../../../../../secret"),
        ("OWNERS", "/etc/passwd"),
        ("docs/loop", "loop"),
    ):
        link = world.work / path
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(target)
    for name in ("a\nb.md", '"q".md', "--output=x", "-", "tab\t.go"):
        (world.work / "docs" / name).write_text("# x\n")
    world.git("add", "-A")
    world.git("commit", "-q", "-m", "Links")
    world.git("checkout", "-q", "main")
    world.sandbox.sync()
    pull = world.open("links")
    world.say(pull, "/design waive proposal-absent x")
    world.settle(pull)
    (run,) = [r for s in world.repository.suites for r in s.runs]
    assert run.status == "completed"
    shown = " ".join([run.summary or "", run.text or "", *world.ours(pull)])
    assert "hunter2" not in shown
    assert "root:" not in shown
    assert "is for approvers" in shown
    assert not (world.settings.data_dir / "git" / f"{world.repository.id}.git" / "x").exists()
