"""The merge queue's commits: each pull request in a group is judged against what stands before it there."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.github.errors import GitHubError
from bot.github.state import Pull
from bot.jobs import Job
from bot.publish.check import actions_for, conclusion_of, key_of, output_of
from bot.publish.edits import FinishRun
from bot.publish.unfinished import UNKNOWN, unfinished_run
from checks.model import Review
from config.profile import Mode
from workers.git import GitError
from workers.reading import Commits, fetched, read_change
from workers.repository import Repository
from workers.verdicts import worst_of
from workers.visit import Visit

GONE = "not our ref"  # what git says of a commit that the server has no longer
QUEUE = re.compile(r"(?:refs/heads/)?gh-readonly-queue/(?P<base>.+)/pr-(?P<number>\d+)-[0-9a-f]+\Z")
NAMED = re.compile(r"\(#(\d+)\)\s*\Z|\AMerge pull request #(\d+) ")


def judge_group(visit: Visit, job: Job, mode: Mode) -> None:
    """Completes our check run on the group's head with the worst verdict of its pull requests.

    A group whose pull request is closed, or whose commits are gone, was taken apart: nobody waits for it.
    """
    place = QUEUE.match(job.ref or "")
    if place is None or job.head_sha is None:
        return
    last = visit.read(int(place["number"]))
    if not last.open:
        return
    found = visit.writer.find_run(job.head_sha)
    run = found.id if found else visit.writer.start_run(job.head_sha)
    try:
        said = worst_of(_reviews(visit, job.head_sha, place["base"], last))
    except GitHubError:
        raise
    except Exception as error:
        why = visit.told(error) if isinstance(error, GitError) else UNKNOWN
        visit.writer.finish_run(unfinished_run(job.head_sha, run, why, mode))
        if GONE in str(error):
            return
        raise
    visit.writer.finish_run(_finished(said, run, job.head_sha, mode, noted=bool(found and found.noted)))


def _finished(said: Review, run: int, head_sha: str, mode: Mode, *, noted: bool) -> FinishRun:
    output = output_of(said)
    return FinishRun(
        run=run,
        head_sha=head_sha,
        conclusion=conclusion_of(said, mode),
        output=replace(output, annotations=()) if noted else output,  # GitHub would add them once more
        external_id=key_of(output),
        actions=actions_for(said),
    )


def _reviews(visit: Visit, head_sha: str, base_ref: str, last: Pull) -> dict[int, Review]:
    group = Commits(last.base_sha, head_sha, base_ref, f"queue {base_ref}")
    with fetched(visit, group) as repository:
        steps = _steps(repository, group, last.number)
    reviews = {}
    for number, before, after in steps:
        pull = last if number == last.number else visit.read(number)
        step = Commits(before, after, base_ref, f"queue {base_ref}")
        reviews[number] = read_change(visit, pull, step).review
    return reviews


def _steps(repository: Repository, group: Commits, last: int) -> list[tuple[int, str, str]]:
    """Pull request, commit before and commit after, for each step; an unnamed step is the last's."""
    start = repository.merge_base(group.base, group.head)
    span = f"{start}..{group.head}"
    said = repository.run("log", "--first-parent", "--reverse", "--format=%H%x00%s", span)
    steps: list[tuple[int, str, str]] = []
    before = start
    for line in said.decode("utf-8", "replace").splitlines():
        commit, _, subject = line.partition("\0")
        named = NAMED.search(subject)
        steps.append((int(named[1] or named[2]) if named else last, before, commit))
        before = commit
    return _joined(steps) or [(last, start, group.head)]


def _joined(steps: list[tuple[int, str, str]]) -> list[tuple[int, str, str]]:
    """A pull request that was rebased into several commits is one step."""
    joined: list[tuple[int, str, str]] = []
    for number, before, after in steps:
        if joined and joined[-1][0] == number:
            joined[-1] = (number, joined[-1][1], after)
        else:
            joined.append((number, before, after))
    return joined
