"""`design-review review`: reviews a change in a local git repository."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from checks.engine import review
from checks.model import State
from workers.asked import Asked, opened
from workers.options import change_options, patience, refusing, write


@click.command()
@change_options
def command(form: str, output: Path | None, **options: Any) -> None:
    """Reviews a change in a local git repository, from the merge base with BASE to HEAD.

    Status 0: ready, or no proposal needed. 1: needs revision, or blocked. 2: it could not be reviewed.
    """
    with refusing(), patience("Reading the change"), opened(Asked(**options)) as (change, profile, subject):
        said = review(change, profile, subject)
        write(said, change, form, output)
    raise SystemExit(0 if said.readiness.state is State.READY else 1)
