"""Options that the commands share, and how what they say is written."""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from checks.model import Review
from checks.snapshot import Snapshot
from config.load import ProfileFaults
from workers.formats import FORMATS, Shown, render
from workers.git import GitError

F = TypeVar("F", bound=Callable[..., Any])
PATIENCE_SECONDS = 1.0
EMPTY = (
    "design-review: nothing differs here; name what to compare with --head and --base, or take --worktree."
)


class Refused(click.ClickException):
    """What was asked cannot be done; said in a sentence, with status 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """Says it on standard error."""
        click.echo(f"design-review: {self.message}", err=True)


def together(*options: Callable[[Any], Any]) -> Callable[[F], F]:
    """Several options as one decorator, in their order."""

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


repository_option = click.option(
    "--repo",
    default=".",
    type=click.Path(path_type=Path),
    show_default=True,
    help="The local git repository.",
)
profile_option = click.option(
    "--profile",
    metavar="NAME|FILE",
    help="The project's profile.  [default: by the repository, else generic]",
)
format_options = together(
    click.option(
        "--format",
        "form",
        default="text",
        type=click.Choice(FORMATS),
        show_default=True,
        help="The output's form.",
    ),
    click.option(
        "--output",
        type=click.Path(path_type=Path, dir_okay=False),
        help="A file to write to.  [default: stdout]",
    ),
)
change_source_options = together(
    repository_option,
    click.option("--base", metavar="REV", help="What to compare with.  [default: the default branch]"),
    click.option(
        "--head", metavar="REV", default="HEAD", show_default=True, help="The change's last commit."
    ),
    click.option(
        "--worktree", is_flag=True, help="Takes uncommitted work, also untracked files, into the change."
    ),
    click.option("--title", default="", help="The pull request's title."),
    click.option(
        "--body-file", type=click.Path(path_type=Path), help="A file with the pull request's description."
    ),
    profile_option,
)
change_options = together(change_source_options, format_options)


@contextmanager
def refusing() -> Iterator[None]:
    """Turns what a user can mend into one sentence and status 2."""
    try:
        yield
    except GitError as error:
        raise Refused(str(error)) from error
    except ProfileFaults as error:
        raise Refused(f"the profile has faults:\n{error}") from error


@contextmanager
def patience(words: str) -> Iterator[None]:
    """Says on a terminal what is going on, once it takes long."""
    timer = threading.Timer(PATIENCE_SECONDS, lambda: click.echo(f"{words}…", err=True))
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


def write(review: Review, snapshot: Snapshot, form: str, output: Path | None, **only: bool) -> None:
    """Writes the review to standard output, or to a file, without colour unless that is a terminal.

    `only` are the parts to keep to, as `Shown` names them. Where nothing differs, a branch was mostly not
    named, and standard error says so.
    """
    if not snapshot.changes and not only.get("only_documents"):
        click.echo(EMPTY, err=True)
    colour = output is None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    width = shutil.get_terminal_size((100, 24)).columns
    deliver(render(form, Shown(review, snapshot, colour=colour, width=width, **only)), output)


def deliver(text: str, output: Path | None) -> None:
    """Writes text to a file or to standard output as UTF-8, whatever the locale says."""
    if output is None:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
        return
    try:
        output.write_bytes(text.encode())
    except OSError as error:
        raise Refused(f"{output} cannot be written: {error.strerror}.") from error
