"""Our check runs on the head: one that says the verdict, and no older one that says something else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.github.state import Note, Pull, Run
from bot.publish.check import actions_for, conclusion_of, key_of, output_of
from bot.publish.edits import Annotation, FinishRun, Output
from checks.model import Review
from config.profile import Mode

OLDER = Output(title="A newer run of this check has the verdict.", summary="This one repeats its conclusion.")


def newest_run(pull: Pull) -> Run | None:
    """Our newest check run on the head, or None."""
    return next(_at_head(pull), None)


def _at_head(pull: Pull) -> Iterator[Run]:
    return (r for r in pull.runs if r.head_sha == pull.head_sha)


def run_edits(review: Review, pull: Pull, mode: Mode, *, renew: bool) -> list[FinishRun]:
    """What completes the runs as they should be; `renew` completes also one that says the same already.

    Tide takes the best of several runs of one name, so an older one must not stay better than the verdict.
    """
    run, output = newest_run(pull), output_of(review)
    conclusion = conclusion_of(review, mode)
    key = key_of(output, {pull.number, *pull.siblings})
    older = [
        FinishRun(run=r.id, head_sha=pull.head_sha, conclusion=conclusion, output=OLDER, external_id="older")
        for r in _at_head(pull)
        if r is not run and (r.status, r.conclusion) != ("completed", conclusion)
    ]
    if run and not renew and run.status == "completed" and _says_same(run, conclusion, key):
        return older
    finished = FinishRun(
        run=run.id if run else None,
        head_sha=pull.head_sha,
        conclusion=conclusion,
        output=replace(output, annotations=_unsaid(output.annotations, run)),
        external_id=key,
        actions=actions_for(review),
    )
    return [*older, finished]


def _says_same(run: Run, conclusion: str, key: str) -> bool:
    return run.conclusion == conclusion and run.external_id == key


def _unsaid(annotations: tuple[Annotation, ...], run: Run | None) -> tuple[Annotation, ...]:
    """The annotations that the run lacks: GitHub adds those of an update to those that are there."""
    if run is None or run.more_notes:
        return () if run else annotations
    said = set(run.notes)
    return tuple(a for a in annotations if Note(a.path, a.start_line, a.title, a.message) not in said)
