"""`design-review backtest`: the engine over a repository's past, before it is switched on."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from workers.backtest.history import Past, merged, proposed
from workers.backtest.pages import FORMS, Paper, render
from workers.backtest.replay import Outcome, replay
from workers.backtest.tally import tally
from workers.git import GitError
from workers.options import (
    deliver,
    is_terminal,
    profile_option,
    refusing,
    repository_option,
    wants_colour,
    width_of_terminal,
)
from workers.profiles import named_profile
from workers.repository import Repository

MOST = 20_000


@click.command()
@repository_option
@click.option("--branch", metavar="REV", help="Whose past to read.  [default: the default branch]")
@click.option(
    "--last",
    type=click.IntRange(1, MOST),
    default=100,
    show_default=True,
    help="How many changes, newest first.",
)
@click.option(
    "--pulls", is_flag=True, help="Also as many pull requests that did not go in, where their heads are here."
)
@click.option(
    "--jobs", type=click.IntRange(0, 64), default=0, help="Processes at once.  [default: one a processor]"
)
@profile_option
@click.option(
    "--format", "form", default="text", type=click.Choice(FORMS), show_default=True, help="The output's form."
)
@click.option(
    "--output", type=click.Path(path_type=Path, dir_okay=False), help="A file to write to.  [default: stdout]"
)
def command(
    repo: Path,
    branch: str | None,
    last: int,
    jobs: int,
    profile: str | None,
    form: str,
    output: Path | None,
    *,
    pulls: bool,
) -> None:
    """Reviews the last changes of a branch as if the app had been there, and counts what it would have said.

    Each commit of the branch is taken against its first parent, with the process page, template and settings
    of that time. Nothing is fetched. Status 0, or 2 where nothing could be read.
    """
    with refusing():
        chosen = named_profile(profile) if profile else None
        with Repository(repo) as repository:
            tip = repository.commit(branch) if branch else repository.default_branch()
            pasts = merged(repository, tip, last) + (proposed(repository, tip, last) if pulls else [])
        if not pasts:
            raise GitError(f"{repo} has no change to review: its history is one commit long.")
        outcomes = list(_watched(replay(repo, pasts, chosen, jobs), pasts))
    paper = Paper(width_of_terminal(), wants_colour(output))
    deliver(render(form, tally(outcomes), paper), output)


def _watched(outcomes: Iterator[Outcome], pasts: Sequence[Past]) -> Iterator[Outcome]:
    """The outcomes, with a bar on standard error while somebody watches."""
    if not is_terminal(sys.stderr):
        yield from outcomes
        return
    with click.progressbar(outcomes, length=len(pasts), label="Reviewing", file=sys.stderr) as shown:
        yield from shown
