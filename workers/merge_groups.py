"""The merge queue's commits: each pull request in a group is judged against what stands before it there."""

from __future__ import annotations

import re

from bot.github.state import Pull
from bot.jobs import Job
from bot.publish.check import actions_for, conclusion_of, digest_of, output_of
from bot.publish.edits import FinishRun
from checks.model import Review
from config.profile import Mode
from workers.git import GitError
from workers.reading import Commits, fetched, read_change
from workers.repository import Repository
from workers.verdicts import worst_of
from workers.visit import Visit

QUEUE = re.compile(r"(?:refs/heads/)?gh-readonly-queue/(?P<base>.+)/pr-(?P<number>\d+)-[0-9a-f]+\Z")
NAMED = re.compile(r"\(#(\d+)\)\s*\Z|\AMerge pull request #(\d+) ")


def judge_group(visit: Visit, job: Job, mode: Mode) -> None:
    """Completes our check run on the group's head with the worst verdict of its pull requests.

    Raises GitError where the group's commits are gone, which is so once the group was taken apart.
    """
    place = QUEUE.match(job.ref or "")
    if place is None or job.head_sha is None:
        raise GitError("The merge group does not say which pull request it is for.")
    run = visit.writer.find_run(job.head_sha) or visit.writer.start_run(job.head_sha)
    last = visit.read(int(place["number"]))
    said = worst_of(_reviews(visit, job.head_sha, place["base"], last))
    output = output_of(said)
    visit.writer.finish_run(
        FinishRun(
            run=run,
            head_sha=job.head_sha,
            conclusion=conclusion_of(said, mode),
            output=output,
            external_id=digest_of(output),
            actions=actions_for(said),
        )
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
