"""`design-review doctor`: checks settings, credentials, permissions, queue and clock, and says what to do."""

from __future__ import annotations

import sys

import click

from workers.start import settings_for

MARKS = {"good": ("ok", "green"), "warn": ("look", "yellow"), "bad": ("bad", "red")}


@click.command()
def command() -> None:
    """Looks at everything that the app needs. Exit status 1 where something is bad."""
    settings = settings_for("doctor", web=False)
    from workers.diagnosis import State, diagnose

    bad = False
    for result in diagnose(settings):
        word, colour = MARKS[result.state.value]
        click.echo(f"{click.style(f'{word:>4}', fg=colour)}  {result.name:<14} {result.seen}")
        if result.advice:
            click.echo(f"      {'':<14} {result.advice}")
        bad = bad or result.state is State.BAD
    sys.exit(1 if bad else 0)
