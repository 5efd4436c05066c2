"""`design-review review`: reviews a change in a local git repository."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from checks.engine import review
from config.load import shipped
from workers.trees import GitError, Repository, snapshot


@click.command()
@click.option("--repo", default=".", type=click.Path(path_type=Path), show_default=True)
@click.option("--base", default="main")
@click.option("--head", default="HEAD", show_default=True)
def command(repo: Path, base: str, head: str) -> None:
    """Reviews the change from the merge base of BASE to HEAD."""
    try:
        repository = Repository(repo)
        change = snapshot(repository, repository.commit(base), repository.commit(head))
    except GitError as error:
        raise click.ClickException(str(error)) from error
    print(json.dumps(asdict(review(change, shipped("dra-driver-nvidia-gpu"))), indent=1))
