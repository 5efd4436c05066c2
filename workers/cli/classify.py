"""`design-review classify`: says whether a change needs a design proposal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from checks.engine import review
from checks.model import Verdict
from workers.asked import Asked, opened
from workers.options import change_options, patience, refusing, write


@click.command()
@change_options
def command(form: str, output: Path | None, **options: Any) -> None:
    """Says whether a change needs a design proposal, and why.

    Status 0: direct. 1: a proposal is required, or people must judge. 2: it could not be classified.
    """
    with refusing(), patience("Reading the change"), opened(Asked(**options)) as (change, profile, subject):
        said = review(change, profile, subject)
        write(said, change, form, output, only_classification=True)
    raise SystemExit(0 if said.classification.verdict is Verdict.DIRECT else 1)
