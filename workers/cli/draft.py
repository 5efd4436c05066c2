"""`design-review draft`: writes a draft from what a change shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from checks.drafts import DRAFTS, draft
from checks.engine import prepare
from workers.asked import Asked, opened
from workers.options import change_source_options, deliver, patience, refusing


@click.command()
@click.argument("kind", type=click.Choice(tuple(DRAFTS)))
@change_source_options
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A file to write to.  [default: stdout]",
)
def command(kind: str, output: Path | None, **options: Any) -> None:
    """Drafts a scope analysis, proposal, decision record, plan, gate plan or DRA material.

    Facts come from the change, each with its line. What is not known stays a marked placeholder.
    """
    with refusing(), patience("Reading the change"), opened(Asked(**options)) as (change, profile, subject):
        text = draft(kind, prepare(change, profile, subject))
    deliver(f"{text}\n", output)
