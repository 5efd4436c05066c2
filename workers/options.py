"""Options that the commands share, and how what they say is written."""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO, TypeVar

import click

from checks.model import Review
from checks.snapshot import Snapshot
from config.load import ProfileFaults
from workers.formats import FORMATS, Shown, render
from workers.git import GitError

F = TypeVar("F", bound=Callable[..., Any])
PATIENCE_SECONDS = 1.0
MAX_SAID = 300
MAX_FAULTS = 20
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
        shown = [str(fault) for fault in error.faults[:MAX_FAULTS]]
        more = len(error.faults) - len(shown)
        shown += [f"and {more:,} more, which `design-review config validate` names"] if more else []
        raise Refused("\n".join(("the profile has faults:", *shown))) from error


@contextmanager
def patience(words: str) -> Iterator[None]:
    """Says on a terminal what is going on, once it takes long."""
    timer = threading.Timer(PATIENCE_SECONDS, lambda: click.echo(f"{words}…", err=True))
    timer.daemon = True
    if is_terminal(sys.stderr):
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


def write(review: Review, snapshot: Snapshot, form: str, output: Path | None, **only: bool) -> None:
    """Writes the review to standard output, or to a file, without colour unless that is a terminal.

    `only` are the parts to keep to, as `Shown` names them. Where nothing differs, a branch was mostly not
    named, and standard error says so; so it does of each part that failed.
    """
    if not snapshot.changes and not only.get("only_documents"):
        click.echo(EMPTY, err=True)
    for said in dict.fromkeys(f"`{f.what}` failed: {f.trace.splitlines()[-1]}" for f in review.failures):
        click.echo(f"design-review: {said[:MAX_SAID]}", err=True)
    shown = Shown(review, snapshot, colour=wants_colour(output), width=width_of_terminal(), **only)
    deliver(render(form, shown), output)


def wants_colour(output: Path | None) -> bool:
    """Whether what goes there is read on a terminal that shows colour, and nobody asked for none."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return output is None and is_terminal(sys.stdout) and not plain


def width_of_terminal() -> int:
    """Its columns; 100 where there is none."""
    return shutil.get_terminal_size((100, 24)).columns


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody watches a stream; it is None where the caller closed it."""
    return stream is not None and stream.isatty()


def deliver(text: str, output: Path | None) -> None:
    """Writes text to a file or to standard output as UTF-8, whatever the locale says.

    A reader that has seen enough is no error: what was found still gives the status.
    """
    try:
        if output is None:
            _print(text.encode())
        else:
            output.write_bytes(text.encode())
    except BrokenPipeError:
        _give_up_output()
    except OSError as error:
        if output is None:
            _give_up_output()
        raise Refused(f"{output or 'standard output'} cannot be written: {error.strerror}.") from error


def _print(text: bytes) -> None:
    if sys.stdout is not None:  # it is None where the caller closed it
        sys.stdout.buffer.write(text)
        sys.stdout.buffer.flush()


def _give_up_output() -> None:
    """Lets what is left in the buffer go nowhere, or the interpreter fails on it when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
